import type { CustomScheme } from 'electron';
import type { PageFiles } from '../../control/session/page-files.ts';
import type { ElectronParts, SessionPart } from '../electron-parts.ts';

/** A private scheme: only this program answers it. */
const SCHEME = 'pennyrow';
const HOST = 'dashboard';

export const DASHBOARD_URL = `${SCHEME}://${HOST}/`;

/** Like https to the page: modules, fetch, storage and its content policy work as in a browser. */
const PRIVILEGES: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** To be called before the app is ready. */
export function registerPageScheme(protocol: ElectronParts['protocol']): void {
  protocol.registerSchemesAsPrivileged([PRIVILEGES]);
}

/** Answers the page's requests with the files of the dashboard, each with its headers; anything else is not there. */
export function servePage(session: Pick<SessionPart, 'protocol'>, files: PageFiles): void {
  session.protocol.handle(SCHEME, async ({ url, method }) => {
    if (method !== 'GET' || !isDashboardUrl(url)) return nothingHere();
    const file = await files.read(new URL(url).pathname.slice(1)).catch(() => null);
    return file === null ? nothingHere() : new Response(new Uint8Array(file.body), { headers: file.headers });
  });
}

function nothingHere(): Response {
  return new Response('There is nothing here.', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  });
}

/** The address of a page of the dashboard ("/tokens"), which shows the account that is named, else the one it showed last. */
export function dashboardUrl(path: string, accountId: string | null = null): string {
  const named = accountId === null ? '' : `?account=${encodeURIComponent(accountId)}`;
  return `${DASHBOARD_URL}#${path}${named}`;
}

/** True if an address is one of the dashboard's own, by its parts and not by how it begins. */
export function isDashboardUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === ''
  );
}
