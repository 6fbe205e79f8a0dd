import { useEffect } from 'react';

/** Dialogs restore the focus shortly after closing, and pages move it to new content. */
const OTHERS_FIRST_MS = 50;

/**
 * Keeps the focus nearby when the focused element is removed, such as a button of a deleted row, or disabled, such as a
 * button during a request. Otherwise the browser would move it to the start of the page, away from keyboard and screen
 * reader users.
 */
export function useNearbyFocus(): void {
  useEffect(() => keepFocus(), []);
}

function keepFocus(): () => void {
  /** The last focused element and its ancestors, innermost first. */
  let place: readonly HTMLElement[] = [];
  /** The same before a dialog opened: Tab continues there after it closes. */
  let behind: readonly HTMLElement[] = [];
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const note = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    isWaiting = false;
    place = withAncestors(target);
    if (document.querySelector('[role="dialog"]') === null) behind = place;
  };
  const rescue = (): void => {
    timer = undefined;
    const [last] = place;
    if (last === undefined || !isLost()) return;
    const dialog = place.find((around) => around.getAttribute('role') === 'dialog');
    if (!last.isConnected) return focusNearby(dialog?.isConnected === false ? behind : place);
    // An element that could have kept the focus lost it on purpose.
    if (isWaiting && !last.matches(':disabled')) last.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    // A disabled element loses the focus only when painted, and may be enabled before.
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

/** Focuses the last element, otherwise the nearest heading. A loading page has none yet; the observer runs again. */
function focusNearby(place: readonly HTMLElement[]): void {
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

function withAncestors(element: HTMLElement): readonly HTMLElement[] {
  const parent = element.parentElement;
  return parent === null || parent === document.body ? [element] : [element, ...withAncestors(parent)];
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
