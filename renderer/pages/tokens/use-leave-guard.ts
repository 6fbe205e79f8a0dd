import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

interface LeaveGuard {
  /** True while the question whether to leave waits for its answer. */
  readonly isAsking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Holds a person on the page while something on it would be lost. The browser asks on its own when the window is
 * closed or reloaded; links and the back button within the dashboard are stopped here, and the page asks.
 */
export function useLeaveGuard(isActive: boolean): LeaveGuard {
  const [wanted, setWanted] = useState<string | null>(null);
  const isOpen = useRef(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isActive) return;
    isOpen.current = false;
    const here = location.hash;
    const stopClick = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || isOpen.current || link.target !== '' || !isElsewhere(link.hash)) return;
      event.preventDefault();
      event.stopPropagation();
      setWanted(link.hash.slice(1));
    };
    const stopMove = (event: Event): void => {
      const { hash } = location;
      if (isOpen.current || hash === here) return;
      // Before the router hears of it; the entry that was gone back to stays one step behind.
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      setWanted(hash.slice(1));
    };
    const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
    document.addEventListener('click', stopClick, true);
    // The back button is heard of as `popstate` first, a move by the program as `hashchange` only.
    window.addEventListener('popstate', stopMove, true);
    window.addEventListener('hashchange', stopMove, true);
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      document.removeEventListener('click', stopClick, true);
      window.removeEventListener('popstate', stopMove, true);
      window.removeEventListener('hashchange', stopMove, true);
      window.removeEventListener('beforeunload', askBrowser);
    };
  }, [isActive]);
  const stay = useCallback(() => setWanted(null), []);
  const leave = useCallback(() => {
    isOpen.current = true;
    setWanted(null);
    if (wanted !== null) navigate(wanted === '' ? '/' : wanted);
  }, [wanted, navigate]);
  return { isAsking: wanted !== null, stay, leave };
}

/** A page of the dashboard other than this one. */
function isElsewhere(hash: string): boolean {
  return hash.startsWith('#/') && hash !== location.hash;
}
