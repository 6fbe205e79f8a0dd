import type { ConnectedView, ConsentView, GoogleTarget } from '../../../../src/contract/control/google.ts';
import type { ControlFailure } from '../../../control/failure.ts';
import { useAction } from '../../../control/use-control.ts';

/** A question to the person on Google's own page, in a tab of its own. */
export interface Consent {
  readonly begin: (target: GoogleTarget) => void;
  readonly cancel: () => void;
  readonly isUnderWay: boolean;
  /** Null until Google's page is known. */
  readonly question: ConsentView | null;
  readonly connected: ConnectedView | null;
  readonly failure: ControlFailure | null;
}

export function useConsent(accountId: string): Consent {
  const begin = useAction('google.begin');
  const wait = useAction('google.wait');
  const cancel = useAction('google.cancel');
  return {
    begin: (target) => {
      wait.reset();
      // Browsers open a tab only while a click is being handled; where to, the service says a moment later.
      const tab = window.open('', '_blank');
      begin.mutate(
        { accountId, target },
        {
          onSuccess: ({ consentId, url }) => {
            if (tab !== null) {
              tab.opener = null;
              tab.location.replace(url);
            }
            wait.mutate({ consentId });
          },
          onError: () => tab?.close(),
        },
      );
    },
    cancel: () => {
      if (begin.data !== undefined) cancel.mutate({ consentId: begin.data.consentId });
      wait.reset();
      begin.reset();
    },
    isUnderWay: begin.isPending || wait.isPending,
    question: wait.isPending ? (begin.data ?? null) : null,
    connected: wait.data ?? null,
    failure: begin.error ?? wait.error,
  };
}
