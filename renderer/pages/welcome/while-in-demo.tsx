import { lazy, Suspense } from 'react';
import { useAccountAnswer } from '../../parts/account-context.tsx';

const DemoNotice = lazy(async () => ({ default: (await import('./demo-notice.tsx')).DemoNotice }));

export function WhileInDemo() {
  const { data: view } = useAccountAnswer('welcome.get');
  if (view?.isInDemo !== true) return null;
  return (
    <Suspense>
      <DemoNotice />
    </Suspense>
  );
}
