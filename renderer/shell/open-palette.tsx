import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useChosen } from '../parts/account-context.tsx';
import { useLocation } from 'wouter';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** The shortcuts of every page; the palette itself is fetched when it is first asked for. */
export function OpenPalette() {
  const chosen = useChosen();
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  useShortcuts(() => setState('open'));
  // It names the accounts, which may not have come yet.
  if (state === 'unasked' || chosen === null) return null;
  return (
    <Suspense>
      <Palette isOpen={state === 'open'} close={() => setState('closed')} />
    </Suspense>
  );
}

const SEARCH = 'form[role="search"] input';
/** Longer than a page takes to come; then a person has gone on to something else. */
const PATIENCE_MS = 5000;

/** Ctrl-K (Cmd-K) opens the palette; a slash goes to the search of the transactions, unless it is typed somewhere. */
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

/** Whether a person is typing there, or has a dialog to see to first. */
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
  setTimeout(() => changes.disconnect(), PATIENCE_MS);
}
