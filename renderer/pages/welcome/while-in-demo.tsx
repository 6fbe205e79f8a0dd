import { lazy, Suspense } from 'react';
import { useAnswer } from '../../control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';

const DemoNotice = lazy(async () => ({ default: (await import('./demo-notice.tsx')).DemoNotice }));

/** What says that the account shows made-up transactions. It weighs nothing for who has none. */
export function WhileInDemo() {
  const { account } = useAccount();
  const { data: view } = useAnswer('welcome.get', { accountId: account.id });
  if (view?.isInDemo !== true) return null;
  return (
    <Suspense>
      <DemoNotice />
    </Suspense>
  );
}
