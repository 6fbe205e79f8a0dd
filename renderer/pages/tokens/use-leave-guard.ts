import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

interface LeaveGuard {
  /** True while the page asks whether to leave. */
  readonly isAsking: boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Prevents leaving the page while something on it would be lost. The browser asks when the window is closed or
 * reloaded; this hook stops links and the back button within the dashboard, so that the page can ask.
 */
export function useLeaveGuard(isActive: boolean): LeaveGuard {
  const [destination, setDestination] = useState<string | null>(null);
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
      setDestination(link.hash.slice(1));
    };
    const stopMove = (event: Event): void => {
      const { hash } = location;
      if (isOpen.current || hash === here) return;
      // Runs before the router. The browser's history keeps the entry one step back.
      event.stopImmediatePropagation();
      history.pushState(null, '', here);
      setDestination(hash.slice(1));
    };
    const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
    document.addEventListener('click', stopClick, true);
    // The back button fires `popstate` first; a programmatic change fires only `hashchange`.
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
  const stay = useCallback(() => setDestination(null), []);
  const leave = useCallback(() => {
    isOpen.current = true;
    setDestination(null);
    if (destination !== null) navigate(destination === '' ? '/' : destination);
  }, [destination, navigate]);
  return { isAsking: destination !== null, stay, leave };
}

function isElsewhere(hash: string): boolean {
  return hash.startsWith('#/') && hash !== location.hash;
}
