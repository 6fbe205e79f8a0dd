import { useWindowEvent } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLocation } from 'wouter';

/** Waits for dialogs, which restore the focus shortly after closing, and for pages, which move it to new content. */
const OTHERS_FIRST_MS = 50;

/** When the focused element is removed or disabled, focuses an element nearby. Browsers would start at the top of the page. */
export function useNearbyFocus(): void {
  useEffect(() => keepFocus(), []);
}

function keepFocus(): () => void {
  let place: readonly HTMLElement[] = [];
  /** The value of `place` before a dialog opened. The focus returns there when the dialog closes. */
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
    // Returns the focus only if the element was disabled for a moment. Otherwise the page removed the focus on purpose.
    if (isWaiting && !last.matches(':disabled')) last.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(() => {
    // A disabled element loses the focus only when it is painted, and may be enabled again before that.
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

/** Focuses the element that had the focus, otherwise the nearest heading. If a loading page has none yet, the observer tries again. */
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

const SEARCH = 'form[role="search"] input';
const SEARCH_TIMEOUT_MS = 5000;

/** A slash outside of a field or dialog focuses the search of transactions. */
export function useSearchShortcut(): void {
  const [, navigate] = useLocation();
  useWindowEvent('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    if (focusSearch()) return;
    navigate('/transactions');
    const changes = new MutationObserver(() => {
      if (focusSearch()) changes.disconnect();
    });
    changes.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => changes.disconnect(), SEARCH_TIMEOUT_MS);
  });
}

function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>(SEARCH);
  search?.focus();
  search?.select();
  return search !== null;
}
