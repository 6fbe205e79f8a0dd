import { lazy, useState } from 'react';
import { useAnswer } from '../../control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { LoadingState } from '../../parts/states.tsx';
import { OverviewPage } from '../overview/overview-page.tsx';

const Welcome = lazy(async () => ({ default: (await import('./welcome-page.tsx')).Welcome }));

/** What the dashboard opens with: the welcome for as long as there is something to be set up, else the overview. */
export function StartPage() {
  const { account } = useAccount();
  const { data: view, error, isFetching } = useAnswer('welcome.get', { accountId: account.id });
  // Asked for already while it is not known yet which of the two it will be.
  useAnswer('service.status', {});
  // Decided once: the last step of the welcome must not take it away from before a person's eyes.
  const [isWelcome, decide] = useState<boolean | null>(null);
  if (isWelcome === null) {
    if (view?.isWanted === false || error !== null) decide(false);
    else if (view?.isWanted === true && !isFetching) decide(true);
    return <LoadingState height={480} />;
  }
  return isWelcome ? <Welcome left={() => decide(false)} /> : <OverviewPage />;
}
