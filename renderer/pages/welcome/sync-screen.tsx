import { Button } from '@mantine/core';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { FirstRun } from './first-run.tsx';
import { Frame } from './frame.tsx';
import type { WizardNav } from './wizard-nav.ts';

/** The first sync while it runs, and what came of it. It is the service's: a page that is opened again finds it. */
export function SyncScreen(nav: WizardNav) {
  const { account } = useAccount();
  const { sync: text, next, skip } = useTexts().welcome;
  const { isInDemo } = nav.view;
  const { data: runs, error, refetch } = useAnswer('run.list', { accountId: account.id, limit: 1 });
  const { data: workbook } = useAnswer('workbook.get', { accountId: account.id });
  // What connects the demo also connects the bank of one that was broken off before that.
  const [begin, sync] = [useAction('demo.begin'), useAction('run.sync')];
  const action = isInDemo ? begin : sync;
  const start = (): void => action.mutate({ accountId: account.id });
  const run = runs?.[0];
  const isRunning = run !== undefined && run.finishedAt === null;
  const isGood = run?.status === 'succeeded' || run?.status === 'partial';
  const again = (
    <Button variant={isGood ? 'default' : 'filled'} loading={action.isPending} onClick={start}>
      {run === undefined ? text.start : text.again}
    </Button>
  );
  return (
    <Frame
      screen="sync"
      nav={nav}
      title={isInDemo ? text.demoTitle : text.title}
      whereLater={text.whereLater}
      actions={
        runs !== undefined &&
        !isRunning && (
          <>
            {isGood && <Button onClick={() => nav.goTo('schedule')}>{next}</Button>}
            {(!isGood || run.status === 'partial') && again}
            {!isGood && (
              <Button variant="default" onClick={() => nav.pass(['bank', 'sync'], 'schedule')}>
                {skip}
              </Button>
            )}
          </>
        )
      }
    >
      {runs === undefined ? (
        <LoadingState height={160} failure={error} again={refetch} />
      ) : (
        <FirstRun run={run ?? null} workbook={workbook ?? null} isInDemo={isInDemo} />
      )}
      {action.error !== null && <ErrorState failure={action.error} />}
    </Frame>
  );
}
