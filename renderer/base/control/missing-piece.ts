import { fetchSignedIn } from './session-key.ts';

const TRIED_AT = 'pennyrow.reloadedAt';
const AGAIN_AFTER_MS = 10_000;

const missing = new WeakSet<Error>();

/** Notes chunks (parts of the program) that fail to load, as after an update. A reload loads them once the service answers. */
export function noteMissingPieces(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

export function isMissingPiece(thrown: unknown): boolean {
  return thrown instanceof Error && missing.has(thrown);
}

/** True shortly after a reload: if a chunk still fails to load, another reload does not help. */
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
