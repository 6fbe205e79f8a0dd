import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useSelectedAccount } from '../parts/account-context.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Shortcuts of every page. The palette is loaded on first use. */
export function OpenPalette() {
  const selection = useSelectedAccount();
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  useShortcuts(() => setState('open'));
  // The palette lists the accounts, which may still be loading.
  if (state === 'unasked' || selection === null) return null;
  return (
    <Suspense>
      <Palette isOpen={state === 'open'} close={() => setState('closed')} />
    </Suspense>
  );
}

const SEARCH = 'form[role="search"] input';
/** Longer than a page needs to load. By then the user has moved on. */
const SEARCH_TIMEOUT_MS = 5000;

/** Ctrl+K (⌘K) opens the palette; a slash outside of a field focuses the search of transactions. */
function useShortcuts(openPalette: () => void): void {
  const [, navigate] = useLocation();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') {
      event.preventDefault();
      openPalette();
    } else if (key === '/' && !ctrlKey && !metaKey && !altKey && !isTaken(event.target)) {
      event.preventDefault();
      if (!focusSearch()) {
        navigate('/transactions');
        focusSearchOnceThere();
      }
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** True in a text field or behind a dialog. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>(SEARCH);
  search?.focus();
  search?.select();
  return search !== null;
}

function focusSearchOnceThere(): void {
  const changes = new MutationObserver(() => {
    if (focusSearch()) changes.disconnect();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => changes.disconnect(), SEARCH_TIMEOUT_MS);
}
