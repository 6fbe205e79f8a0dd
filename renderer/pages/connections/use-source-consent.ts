import type { Input } from '../../../src/contract/control/index.ts';
import type { AuthorisedConnectionView } from '../../../src/contract/control/connections.ts';
import type { ConsentView } from '../../../src/contract/control/workbook.ts';
import type { ControlFailure } from '../../control/failure.ts';
import { useAction } from '../../control/use-control.ts';
import { openServicePage } from '../../parts/open-service-page.ts';

/** A question to the person on a bank's page, in a tab of its own. */
export interface SourceConsent {
  readonly add: (filled: Input<'connection.begin'>) => void;
  readonly renew: (filled: Input<'connection.renew'>) => void;
  readonly cancel: () => void;
  readonly isUnderWay: boolean;
  /** Null until the page is known. */
  readonly question: ConsentView | null;
  readonly failure: ControlFailure | null;
}

export function useSourceConsent(done: (connection: AuthorisedConnectionView) => void): SourceConsent {
  const begin = useAction('connection.begin');
  const renew = useAction('connection.renew');
  const wait = useAction('connection.wait');
  const cancel = useAction('consent.cancel');
  const handlers = () => {
    wait.reset();
    const page = openServicePage();
    return {
      onSuccess: ({ consentId, url }: ConsentView) => {
        page.show(url);
        wait.mutate({ consentId }, { onSuccess: done });
      },
      onError: () => page.close(),
    };
  };
  const question = begin.data ?? renew.data ?? null;
  return {
    add: (filled) => begin.mutate(filled, handlers()),
    renew: (filled) => renew.mutate(filled, handlers()),
    cancel: () => {
      if (question !== null) cancel.mutate({ consentId: question.consentId });
      for (const action of [wait, begin, renew]) action.reset();
    },
    isUnderWay: begin.isPending || renew.isPending || wait.isPending,
    question: wait.isPending ? question : null,
    failure: begin.error ?? renew.error ?? wait.error,
  };
}
