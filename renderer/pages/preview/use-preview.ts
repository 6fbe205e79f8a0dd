import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptPreview } from '../../../src/contract/control/previews.ts';
import { useCarrier } from '../../control/control-context.tsx';
import { toFailure, type ControlFailure } from '../../control/failure.ts';

export type Asked =
  | { readonly state: 'idle' | 'asking' | 'cancelled' }
  | { readonly state: 'answered'; readonly preview: KeptPreview }
  | { readonly state: 'failed'; readonly failure: ControlFailure };

/** Asks only when told to, since banks count how often they are asked; leaving the page ends the question too. */
export function usePreview(accountId: string): {
  readonly asked: Asked;
  readonly ask: () => void;
  readonly cancel: () => void;
  readonly forget: () => void;
} {
  const carrier = useCarrier();
  const [asked, setAsked] = useState<Asked>({ state: 'idle' });
  const question = useRef<AbortController | null>(null);
  useEffect(() => () => question.current?.abort(), []);
  const ask = useCallback(async () => {
    question.current?.abort();
    const { signal } = (question.current = new AbortController());
    setAsked({ state: 'asking' });
    try {
      const preview = (await carrier.call('preview.make', { accountId }, signal)) as KeptPreview;
      if (!signal.aborted) setAsked({ state: 'answered', preview });
    } catch (thrown) {
      if (!signal.aborted) setAsked({ state: 'failed', failure: toFailure(thrown) });
    }
  }, [carrier, accountId]);
  const cancel = useCallback(() => {
    question.current?.abort();
    setAsked({ state: 'cancelled' });
  }, []);
  const forget = useCallback(() => setAsked({ state: 'idle' }), []);
  return { asked, ask: () => void ask(), cancel, forget };
}
