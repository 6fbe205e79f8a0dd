import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ControlFailure } from '../../control/failure.ts';
import type { Printed } from './printed.ts';

export interface Printing<Row> {
  /** Null unless the page is being printed. */
  readonly printed: Printed<Row> | 'not-loaded' | null;
  readonly isLoading: boolean;
  readonly failure: ControlFailure | null;
  /** Fetches what is to be printed, then opens the browser's dialog. */
  readonly print: () => void;
}

/**
 * For a list of which a page shows a part. Its button, Ctrl P and ⌘ P fetch all of it first. The browser's own menu waits for
 * nothing: from there it is what is `ready`, else a word on how all is printed.
 */
export function usePrinting<Row>({
  ready,
  load,
}: {
  /** All rows, where the page has them anyway. */
  readonly ready: Printed<Row> | null;
  /** Gets up to `MOST_PRINTED` of them. Rejects with a `ControlFailure`. */
  readonly load: () => Promise<Printed<Row>>;
}): Printing<Row> {
  const [printed, setPrinted] = useState<Printing<Row>['printed']>(null);
  const loading = useMutation<Printed<Row>, ControlFailure>({ mutationFn: load });

  const print = (): void => {
    if (loading.isPending) return;
    const begin = (all: Printed<Row>): void => {
      // The dialog takes the page as it stands.
      flushSync(() => setPrinted(all));
      window.print();
    };
    loading.mutate(undefined, { onSuccess: begin });
  };

  const press = useEffectEvent((event: KeyboardEvent): void => {
    const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey);
    if (!isPrint || event.shiftKey || event.altKey) return;
    event.preventDefault();
    print();
  });
  const before = useEffectEvent((): void => flushSync(() => setPrinted(printed ?? ready ?? 'not-loaded')));
  useEffect(() => {
    const onPress = (event: KeyboardEvent): void => press(event);
    const onBefore = (): void => before();
    const onAfter = (): void => setPrinted(null);
    window.addEventListener('keydown', onPress);
    window.addEventListener('beforeprint', onBefore);
    window.addEventListener('afterprint', onAfter);
    return () => {
      window.removeEventListener('keydown', onPress);
      window.removeEventListener('beforeprint', onBefore);
      window.removeEventListener('afterprint', onAfter);
    };
  }, []);

  return { printed, isLoading: loading.isPending, failure: loading.error, print };
}
