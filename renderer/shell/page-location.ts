import { navigate as go, useHashLocation } from 'wouter/use-hash-location';

const ACCOUNT = 'account';

/** Where the address stands after its mark, without the account that a link names behind it: "/activity". */
export function usePageLocation(): [string, typeof go] {
  const [address] = useHashLocation();
  return [address.split('?')[0] ?? '/', goTo];
}

usePageLocation.hrefs = (path: string): string => `#${path}`;

/** The account that the address names: `#/activity?account=account_1`; null where it names none. */
export function useNamedAccount(): string | null {
  const [address] = useHashLocation();
  return new URLSearchParams(address.split('?')[1] ?? '').get(ACCOUNT);
}

/** The router would put what follows the question mark before the mark of the address, where it would stay on every page. */
function goTo(to: string, options?: Parameters<typeof go>[1]): void {
  const [path = '/', named] = to.split('?');
  if (named === undefined) go(path, options);
  else location.hash = `${path}?${named}`;
}
