const TRIED_AT = 'pennyrow.reloadedAt';
const AGAIN_AFTER_MS = 10_000;

const missing = new WeakSet<Error>();

/**
 * A piece of the page that is fetched when it is needed may fail to come: the line broke, or an update has put other
 * pieces there. Loading the whole page again helps in both cases; a piece that fails at once again is left to the page.
 */
export function reloadForMissingPieces(): void {
  window.addEventListener('vite:preloadError', (event) => {
    missing.add(event.payload);
    const triedAt = Number(sessionStorage.getItem(TRIED_AT) ?? 0);
    if (Date.now() - triedAt < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(TRIED_AT, String(Date.now()));
    location.reload();
  });
}

/** Whether this is how a piece that did not come shows where it is needed. */
export function isMissingPiece(thrown: unknown): boolean {
  return thrown instanceof Error && missing.has(thrown);
}
