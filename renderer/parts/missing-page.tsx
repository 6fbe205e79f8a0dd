import { useEffect, useState, type ReactNode } from 'react';
import { problem } from '../../src/messages/problem.ts';
import { failureOf } from '../control/failure.ts';
import { hasJustReloaded, reload, whatKeepsIt } from '../control/missing-piece.ts';
import { ErrorState } from './error-state.tsx';
import { LoadingState } from './loading-state.tsx';
import { PageTitle } from './page-title.tsx';

const ASK_AGAIN_MS = 2000;

/** Stands in for a page whose program did not come, until it can be loaded; `broken` shows when that did not help. */
export function MissingPage({ title, broken }: { readonly title: string; readonly broken: ReactNode }) {
  const [state, setState] = useState<Awaited<ReturnType<typeof whatKeepsIt>> | 'broken'>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    let hasWaited = false;
    const ask = async (): Promise<void> => {
      const obstacle = await whatKeepsIt();
      if (isGone) return;
      if (obstacle === null && !hasWaited && hasJustReloaded()) return setState('broken');
      if (obstacle === null) return reload();
      hasWaited = true;
      setState(obstacle);
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
      {state === null ? <LoadingState /> : <ErrorState failure={failureOf(problem(state, {}))} />}
    </>
  );
}
