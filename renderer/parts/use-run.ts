import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '../../src/contract/control/index.ts';
import type { Run, StartedRun } from '../../src/contract/control/runs.ts';
import { isAffected } from '../base/control/affected.ts';
import { useCarrier } from '../base/control/use-control.tsx';
import { ControlFailure } from '../base/control/carrier.ts';
import { invalidateAffected } from '../base/control/take-event.ts';
import { type AccountInput, useAccountAction } from './account-context.tsx';

type Starting =
  | 'rule.add'
  | 'rule.edit'
  | 'rule.delete'
  | 'rule.move'
  | 'rule.apply'
  | 'balance.join'
  | 'suggestion.accept'
  | 'transaction.setCategory';

export interface StartedWork<Name extends Starting = Starting> {
  readonly begin: (input: AccountInput<Name>, done?: (run: Run) => void) => void;
  readonly isPending: boolean;
  readonly error: ControlFailure | null;
  readonly run: Run | null;
  readonly reset: () => void;
}

/** Starts a short run of the selected account and waits until the page shows its changes. */
export function useRun<Name extends Starting>(name: Name): StartedWork<Name> {
  const start = useAccountAction(name);
  const wait = useEnd();
  const ended = wait.data ?? null;
  return {
    begin: (input, done) => {
      wait.reset();
      start.mutate(input, {
        onSuccess: (started) => {
          const { runId } = started as StartedRun;
          wait.mutate({ runId }, { onSuccess: (run) => (failureOf(run) === null ? done?.(run) : undefined) });
        },
      });
    },
    isPending: start.isPending || wait.isPending,
    error: start.error ?? wait.error ?? (ended === null ? null : failureOf(ended)),
    run: ended !== null && failureOf(ended) === null ? ended : null,
    reset: () => {
      start.reset();
      wait.reset();
    },
  };
}

function useEnd() {
  const carrier = useCarrier();
  const queries = useQueryClient();
  return useMutation<Run, ControlFailure, Input<'run.wait'>>({
    mutationFn: async (input) => {
      const run = (await carrier.call('run.wait', input)) as Run;
      const { accountId } = run;
      await invalidateAffected(queries, (procedure) => isAffected(procedure, { type: 'mirror', accountId }));
      return run;
    },
  });
}

/** The failure of a run that wrote nothing. */
function failureOf({ status, messages }: Run): ControlFailure | null {
  if (status === 'succeeded') return null;
  const message = messages.find(({ severity }) => severity === 'problem') ?? messages[0];
  return new ControlFailure(message ?? { code: status, message: status, remedy: '' });
}
