import { lazy, Suspense, useState } from 'react';
import { useChosen } from '../account-context.tsx';
import { useShortcuts } from './use-shortcuts.ts';

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
