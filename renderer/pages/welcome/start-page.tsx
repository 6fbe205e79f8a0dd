import { lazy, useState } from 'react';
import { useAnswer } from '../../base/control/use-control.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { LoadingState } from '../../parts/layout.tsx';
import { OverviewPage } from '../overview/overview-page.tsx';

const Welcome = lazy(async () => ({ default: (await import('./welcome-page.tsx')).Welcome }));

export function StartPage() {
  const { data: view, error, isFetching } = useAccountAnswer('welcome.get');
  // Prefetched before it is known which one is shown.
  useAnswer('service.status', {});
  // Decided once, so that completing the last step does not remove the welcome from view.
  const [isWelcome, decide] = useState<boolean | null>(null);
  if (isWelcome === null) {
    if (view?.isWanted === false || error !== null) decide(false);
    else if (view?.isWanted === true && !isFetching) decide(true);
    return <LoadingState height={480} />;
  }
  return isWelcome ? <Welcome left={() => decide(false)} /> : <OverviewPage />;
}
