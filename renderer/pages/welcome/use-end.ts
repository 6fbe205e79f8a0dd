import { useQueryClient } from '@tanstack/react-query';
import type { WelcomeView } from '../../../src/contract/control/welcome.ts';
import { useAction } from '../../control/use-control.ts';

/** Ends the welcome, and does not wait for the service to say so: the overview is what comes next. */
export function useEnd(left: () => void): { readonly end: () => void; readonly isPending: boolean } {
  const queries = useQueryClient();
  const action = useAction('welcome.end');
  const end = (): void =>
    action.mutate(
      {},
      {
        onSettled: () => {
          queries.setQueriesData<WelcomeView>({ queryKey: ['welcome.get'] }, (view) =>
            view === undefined ? view : { ...view, isWanted: false },
          );
          left();
        },
      },
    );
  return { end, isPending: action.isPending };
}
