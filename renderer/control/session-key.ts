/** What a link led to: signed in by it, or it was used up or too old; null where the page was opened without one. */
export type LinkOutcome = 'signed-in' | 'over' | null;

/** For this origin alone, which is this port: other than cookies, it never leaves the browser on its own. */
const KEPT_AS = 'pennyrow.session';

/** Proves to the service that this browser is signed in. Read at each request, since another window may have signed in. */
export function sessionHeaders(): Record<string, string> {
  const key = localStorage.getItem(KEPT_AS);
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

/**
 * Changes the code of a link for the session's key and takes it out of the address, so that no bookmark holds it. A
 * service that does not answer shows at the next request.
 */
export async function signInByLink(): Promise<LinkOutcome> {
  if (!location.pathname.endsWith('/sign-in')) return null;
  const code = location.hash.slice(1);
  history.replaceState(null, '', './');
  const answer = await fetch('sign-in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  if (answer === null) return null;
  if (!answer.ok) return 'over';
  const { key } = (await answer.json()) as { readonly key: string };
  localStorage.setItem(KEPT_AS, key);
  return 'signed-in';
}

/** A service that was restarted knows no sign-in, and has no dashboard at all before it was asked for a link. */
export function isRefused({ status }: Response): boolean {
  return status === 401 || status === 404;
}
