import { fetchSignedIn } from './session-key.ts';

const TRIED_AT = 'pennyrow.reloadedAt';
const AGAIN_AFTER_MS = 10_000;

const missing = new WeakSet<Error>();

/**
 * A piece of the page that is fetched when it is needed may fail to come: the service does not answer, or an update
 * has put other pieces there. Loading the whole page again helps against both, but only once the service answers:
 * before, the browser would show a page of its own in place of this one.
 */
export function noteMissingPieces(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

/** Whether this is how a piece that did not come shows where it is needed. */
export function isMissingPiece(thrown: unknown): boolean {
  return thrown instanceof Error && missing.has(thrown);
}

/** A piece that fails once more right after everything was reloaded does not come on its own. */
export function hasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(TRIED_AT) ?? 0) < AGAIN_AFTER_MS;
}

export function reload(): void {
  sessionStorage.setItem(TRIED_AT, String(Date.now()));
  location.reload();
}

/** Whether loading the page would bring it, or what keeps it away. The desktop has its own beside it. */
export async function whatKeepsIt(): Promise<'page_offline' | 'page_signed_out' | null> {
  if (window.pennyrow !== undefined) return null;
  try {
    const [, { status }] = await Promise.all([
      fetch(location.pathname, { cache: 'no-store' }),
      fetchSignedIn('control/events', { method: 'HEAD' }),
    ]);
    return status === 401 ? 'page_signed_out' : null;
  } catch {
    return 'page_offline';
  }
}
