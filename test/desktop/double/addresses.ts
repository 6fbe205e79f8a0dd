/** Chromium knows no scheme of ours, so its pages come from hosts under this name, which leads nowhere. */
const STAND_IN = '.scheme.invalid';

export function toBrowser(url: string): string {
  const { protocol, host, pathname, search, hash } = new URL(url);
  if (
    protocol === 'https:' ||
    protocol === 'http:' ||
    protocol === 'about:' ||
    protocol === 'data:' ||
    protocol === 'file:'
  )
    return url;
  return `https://${host}.${protocol.slice(0, -1)}${STAND_IN}${pathname}${search}${hash}`;
}

export function fromBrowser(url: string): string {
  return url.replace(/^(blob:)?https:\/\/([^/]+)\.([^./]+)\.scheme\.invalid(?=\/|$)/, '$1$3://$2');
}
