import type { PagePart } from '../electron-parts.ts';

/**
 * Lets a page go, unless it holds on to what was typed and not saved. `asking`: a person decides then; `quietly`: the
 * page stays. Resolves with whether it may be destroyed.
 */
export type Departure = (how: 'asking' | 'quietly') => Promise<boolean>;

/** A page that hangs answers nothing, and has nothing that could still be saved. */
const PATIENCE_MS = 5000;

/** `wantsToLeave` asks the person, also when the page is about to go elsewhere. */
export function createDeparture(page: PagePart, wantsToLeave: () => boolean): Departure {
  let isQuiet = false;
  let stays: (() => void) | null = null;
  page.on('will-prevent-unload', (event) => {
    if (!isQuiet && wantsToLeave()) event.preventDefault();
    else stays?.();
  });
  return (how) =>
    new Promise((resolve) => {
      if (page.isDestroyed()) return resolve(true);
      const end = (isGone: boolean): void => {
        clearTimeout(timer);
        page.off('destroyed', gone);
        stays = null;
        isQuiet = false;
        resolve(isGone);
      };
      const gone = (): void => end(true);
      const timer = setTimeout(gone, PATIENCE_MS);
      isQuiet = how === 'quietly';
      stays = () => end(false);
      page.once('destroyed', gone);
      page.close({ waitForBeforeUnload: true });
    });
}
