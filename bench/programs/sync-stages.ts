// Imports statement files in one service, one after another, and prints the duration of each stage of the last import.
import { readConfig } from '../../src/platform/config.ts';
import { createService } from '../../src/service/service.ts';

const [folder = '', ...statements] = process.argv.slice(2);
const signal = new AbortController().signal;
const service = await createService(readConfig({ dataDir: folder, timeZone: 'UTC' }));
const [account] = (await service.control.call('account.list', {}, signal, 'trusted')) as [{ id: string }];

let stages: Record<string, number> = {};
let stage = { name: 'begin', since: performance.now() };
function enter(name: string): void {
  const now = performance.now();
  stages[stage.name] = (stages[stage.name] ?? 0) + now - stage.since;
  stage = { name, since: now };
}
service.control.subscribe((event) => {
  if (event.type === 'progress' && event.progress.stage !== stage.name) enter(event.progress.stage);
});

let used = 0;
for (const path of statements) {
  stages = {};
  stage = { name: 'begin', since: performance.now() };
  const before = process.cpuUsage();
  const { runId } = (await service.control.call(
    'run.import',
    { accountId: account.id, paths: [path] },
    signal,
    'trusted',
  )) as {
    runId: string;
  };
  const run = (await service.control.call('run.wait', { runId }, signal, 'trusted')) as { status: string };
  enter('end');
  const { user, system } = process.cpuUsage(before);
  used = (user + system) / 1000;
  if (run.status !== 'succeeded') throw new Error(JSON.stringify(run));
}
await service.close();
process.stdout.write(JSON.stringify({ ...stages, stagesProcessorMs: used }));
