/** The window's page has a scheme of its own, which nothing but this program answers. */
export const SCHEME = 'pennyrow';
const HOST = 'dashboard';

export const DASHBOARD_URL = `${SCHEME}://${HOST}/`;

/** The address of a page of the dashboard ("/tokens"), which shows the account that is named, else the one it showed last. */
export function dashboardUrl(path: string, accountId: string | null = null): string {
  const named = accountId === null ? '' : `?account=${encodeURIComponent(accountId)}`;
  return path === '/' && named === '' ? DASHBOARD_URL : `${DASHBOARD_URL}#${path}${named}`;
}

/** True if an address is one of the dashboard's own, by its parts and not by how it begins. */
export function isDashboardUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === ''
  );
}
