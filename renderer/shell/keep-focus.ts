import { useEffect } from 'react';

/** Dialogs give the focus back by themselves shortly after they close, and pages move it to what they show next. */
const OTHERS_FIRST_MS = 50;

/**
 * Has the focus stay near where it was when what had it is no longer there, such as the button of a row that was
 * removed, or cannot have it for a while, such as a button that waits for its answer. A browser would let it fall to
 * the beginning of the page, and a person with a keyboard or a screen reader would have to find the way back.
 */
export function useKeptFocus(): void {
  useEffect(() => keepFocus(), []);
}

function keepFocus(): () => void {
  /** What had the focus last, and all around it, from the inside out. */
  let place: readonly HTMLElement[] = [];
  /** The same of the page before a dialog opened: a Tab pressed before it takes the focus leads to what is next behind it. */
  let behind: readonly HTMLElement[] = [];
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const note = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    isWaiting = false;
    place = withAllAround(target);
    if (document.querySelector('[role="dialog"]') === null) behind = place;
  };
  const rescue = (): void => {
    timer = undefined;
    const [last] = place;
    if (last === undefined || !isLost()) return;
    const dialog = place.find((around) => around.getAttribute('role') === 'dialog');
    if (!last.isConnected) return goNear(dialog?.isConnected === false ? behind : place);
    // What could have had it all the time gave it up on purpose.
    if (isWaiting && !last.matches(':disabled')) last.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    // It may have it again before anybody looks, and the focus leaves it only when the page is painted.
    if (place[0]?.matches(':disabled') === true) isWaiting = true;
    if (place.length > 0 && isLost()) timer ??= setTimeout(rescue, OTHERS_FIRST_MS);
  });
  document.addEventListener('focusin', note);
  changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    document.removeEventListener('focusin', note);
  };
}

/** To what had it, else to the nearest heading. A page that is still on its way has none yet; it comes as a change. */
function goNear(place: readonly HTMLElement[]): void {
  const [last] = place;
  if (last?.isConnected === true && !last.matches(':disabled')) return last.focus({ preventScroll: true });
  for (const around of place) {
    const heading = around.isConnected ? around.querySelector<HTMLElement>('h1, h2, h3') : null;
    if (heading !== null) {
      heading.tabIndex = -1;
      return heading.focus({ preventScroll: true });
    }
    if (around.localName === 'main') return;
  }
}

function withAllAround(element: HTMLElement): readonly HTMLElement[] {
  const parent = element.parentElement;
  return parent === null || parent === document.body ? [element] : [element, ...withAllAround(parent)];
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
