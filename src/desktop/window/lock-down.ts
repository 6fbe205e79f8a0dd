import type { PagePart, SessionPart } from '../electron-parts.ts';
import { isDashboardUrl } from './page-address.ts';

/** The one thing that the page needs leave for: its copy buttons. It may put something there, not look. */
const PERMITTED = 'clipboard-sanitized-write';

/** Denies the page devices, the network and downloads of foreign files. */
export function lockSession(session: SessionPart): void {
  session.setPermissionRequestHandler((_page, permission, callback, { requestingUrl }) =>
    callback(permission === PERMITTED && isDashboardUrl(requestingUrl ?? '')),
  );
  session.setPermissionCheckHandler(
    (_page, permission, requestingOrigin) => permission === PERMITTED && isDashboardUrl(requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  // Looking words up would fetch dictionaries from elsewhere.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, callback) => callback({ cancel: !isOwn(url) }));
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith('blob:') || !isOwn(item.getURL())) event.preventDefault();
  });
}

/** The page stays where it is and opens nothing; a link on the list goes to the system's browser. */
export function lockPage(
  page: PagePart,
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

/** Blobs and data are made by the page itself; the developer tools bring their own pages. */
function isOwn(url: string): boolean {
  if (url.startsWith('blob:')) return isDashboardUrl(url.slice('blob:'.length));
  return url.startsWith('data:') || url.startsWith('devtools:') || isDashboardUrl(url);
}
