import { lazy, Suspense } from 'react';
import { useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';

const DemoNotice = lazy(async () => ({ default: (await import('./demo-notice.tsx')).DemoNotice }));

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
