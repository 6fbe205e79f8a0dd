import { fetchSignedIn } from './session-key.ts';

const TRIED_AT = 'pennyrow.reloadedAt';
const AGAIN_AFTER_MS = 10_000;

const missing = new WeakSet<Error>();

/** Records chunks (script files) that fail to load, for example after an update. Reloading the page loads the current ones. */
export function noteMissingPieces(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

export function isMissingPiece(thrown: unknown): boolean {
  return thrown instanceof Error && missing.has(thrown);
}

/** True shortly after a reload: a chunk that fails to load again would fail after another reload, too. */
export function hasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(TRIED_AT) ?? 0) < AGAIN_AFTER_MS;
}

export function reload(): void {
  sessionStorage.setItem(TRIED_AT, String(Date.now()));
  location.reload();
}

/** The reason why a reload cannot load the chunk; null if it can, or in the desktop window, which has its files on disk. */
export async function reloadObstacle(): Promise<'page_offline' | 'page_signed_out' | null> {
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
