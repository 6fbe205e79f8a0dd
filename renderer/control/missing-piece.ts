const TRIED_AT = 'pennyrow.reloadedAt';
const AGAIN_AFTER_MS = 10_000;

/**
 * A piece of the page that is fetched when it is needed may fail to come: the line broke, or an update has put other
 * pieces there. Loading the whole page again helps in both cases; a piece that fails at once again is left to the page.
 */
export function reloadForMissingPieces(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const triedAt = Number(sessionStorage.getItem(TRIED_AT) ?? 0);
    if (Date.now() - triedAt < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(TRIED_AT, String(Date.now()));
    location.reload();
  });
}
