import type { CustomScheme, Session } from 'electron';
import type { PageFiles } from '../../control/session/page-files.ts';
import type { ElectronParts } from '../electron-parts.ts';

const SCHEME = 'pennyrow';
const HOST = 'dashboard';

export const DASHBOARD_URL = `${SCHEME}://${HOST}/`;

/** Makes the scheme behave like https, so that modules, fetch, storage and the content policy work as in a browser. */
const PRIVILEGES: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

export function registerPageScheme(protocol: ElectronParts['protocol']): void {
  protocol.registerSchemesAsPrivileged([PRIVILEGES]);
}

export function servePage(session: Pick<Session, 'protocol'>, files: PageFiles): void {
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

export function dashboardUrl(path: string, accountId: string | null = null): string {
  const query = accountId === null ? '' : `?account=${encodeURIComponent(accountId)}`;
  return `${DASHBOARD_URL}#${path}${query}`;
}

export function isDashboardUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === ''
  );
}
