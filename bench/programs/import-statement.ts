// Imports one statement file with the real service, and prints the duration of each stage in seconds.
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';

const [folder = '', statement = ''] = process.argv.slice(2);
const signal = new AbortController().signal;
const service = await createService(readConfig({ dataDir: folder, timeZone: 'UTC' }));
const [account] = (await service.control.call('account.list', {}, signal, 'trusted')) as [{ id: string }];

const stages: Record<string, number> = {};
let stage = 'starting';
let since = performance.now();
function enter(next: string): void {
  const now = performance.now();
  stages[stage] = (stages[stage] ?? 0) + (now - since) / 1000;
  stage = next;
  since = now;
}
service.control.subscribe((event) => {
  if (event.type === 'progress' && event.progress.stage !== stage) enter(event.progress.stage);
});

const { runId } = (await service.control.call(
  'run.import',
  { accountId: account.id, paths: [statement] },
  signal,
  'trusted',
)) as {
  runId: string;
};
const run = (await service.control.call('run.wait', { runId }, signal, 'trusted')) as {
  status: string;
  counts: { added: number; fetched: number };
};
enter('closing');
await service.close();
enter('ended');
if (run.status !== 'succeeded') throw new Error(JSON.stringify(run));
process.stdout.write(JSON.stringify({ ...stages, added: run.counts.added, fetched: run.counts.fetched }));
