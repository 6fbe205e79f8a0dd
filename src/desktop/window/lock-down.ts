import type { Session, WebContents } from 'electron';
import { isDashboardUrl } from './page-protocol.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';

/** Lets the copy buttons of the page write to the clipboard. The page may not read it. */
const PERMITTED = 'clipboard-sanitized-write';

export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_page, permission, callback, { requestingUrl }) =>
    callback(permission === PERMITTED && isDashboardUrl(requestingUrl ?? '')),
  );
  session.setPermissionCheckHandler(
    (_page, permission, requestingOrigin) => permission === PERMITTED && isDashboardUrl(requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  // Disabled, because the spell checker would download dictionaries.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !isOwn(url) }));
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith('blob:') || !isOwn(item.getURL())) event.preventDefault();
    // By default, the title of the dialog would be the internal address of the page.
    else item.setSaveDialogOptions({ title: `Pennyrow: ${item.getFilename()}` });
  });
}

export function lockPage(
  page: WebContents,
  links: { readonly isOpenable: (url: string) => boolean; readonly open: (url: string) => void },
): void {
  const stay = (event: { readonly url: string; preventDefault(): void }): void => {
    if (!isDashboardUrl(event.url)) event.preventDefault();
  };
  page.on('will-navigate', stay);
  page.on('will-frame-navigate', stay);
  page.on('will-redirect', stay);
  page.on('will-attach-webview', (event) => event.preventDefault());
  page.setWindowOpenHandler(({ url }) => {
    if (links.isOpenable(url)) links.open(url);
    return { action: 'deny' };
  });
}

function isOwn(url: string): boolean {
  if (url.startsWith('blob:')) return isDashboardUrl(url.slice('blob:'.length));
  return url.startsWith('data:') || url.startsWith('devtools:') || isDashboardUrl(url);
}

const HOSTS: ReadonlySet<string> = new Set(
  [...Object.values<SourceKind>(SOURCE_KINDS), ...Object.values<WorkbookKind>(WORKBOOK_KINDS)].flatMap(
    ({ links }) => links,
  ),
);

/** `ownUrl`: the address of the API; null while it is not served. */
export function isOpenable(text: string, ownUrl: string | null): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  if (HOSTS.has(url.hostname)) return url.port === '';
  return (
    ownUrl !== null && isLocal(url.hostname) && url.port === new URL(ownUrl).port && url.pathname.startsWith('/api/')
  );
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
