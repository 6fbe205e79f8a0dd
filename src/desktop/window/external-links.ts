/**
 * Where a link of the dashboard may lead: the spreadsheet and its consent at Google, Google's console for the OAuth
 * client, and the pages where a bank is connected. A link says no more than its host: what is on the list is opened
 * by the system's browser, with nothing of ours, and anything else is not opened at all.
 */
const HOSTS: ReadonlySet<string> = new Set([
  'docs.google.com',
  'accounts.google.com',
  'console.cloud.google.com',
  'bridge.simplefin.org',
  'beta-bridge.simplefin.org',
]);

/** `ownUrl`: where the API is served, whose description has a link too; null while it is not. */
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
