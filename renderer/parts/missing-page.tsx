import { useEffect, useState, type ReactNode } from 'react';
import { ControlFailure } from '../control/failure.ts';
import { hasJustReloaded, isServed, reload } from '../control/missing-piece.ts';
import { ErrorState } from './error-state.tsx';
import { LoadingState } from './loading-state.tsx';
import { PageTitle } from './page-title.tsx';

const ASK_AGAIN_MS = 2000;

/** Stands in for a page whose program did not come, until it can be loaded; `broken` shows when that did not help. */
export function MissingPage({ title, broken }: { readonly title: string; readonly broken: ReactNode }) {
  const [state, setState] = useState<'asking' | 'offline' | 'broken'>('asking');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    let hasWaited = false;
    const ask = async (): Promise<void> => {
      const served = await isServed();
      if (isGone) return;
      if (served && !hasWaited && hasJustReloaded()) return setState('broken');
      if (served) return reload();
      hasWaited = true;
      setState('offline');
      timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  if (state === 'broken') return broken;
  return (
    <>
      <PageTitle title={title} />
      {state === 'asking' ? <LoadingState /> : <ErrorState failure={new ControlFailure({ code: 'page_offline', message: '', remedy: '' })} />}
    </>
  );
}
