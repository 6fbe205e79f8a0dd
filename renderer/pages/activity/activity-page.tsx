import { useRoute } from 'wouter';
import { DeletedPage } from './deleted/deleted-page.tsx';
import { RunReport } from './report/run-report.tsx';
import { RunsPage } from './runs-page.tsx';

/** All runs, one of them at /activity/<its id>, or the rows that a person deleted. */
export function ActivityPage() {
  const [, parts] = useRoute('/activity/:part?');
  const part = parts?.part;
  if (part === undefined || part === '') return <RunsPage />;
  return part === 'deleted' ? <DeletedPage /> : <RunReport key={part} runId={part} />;
}
