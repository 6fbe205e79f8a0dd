import { join } from 'node:path';
import type { TransactionView } from '../../src/contract/transaction-view.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { manualClock } from './manual-clock.ts';

/** A service that synced the demo bank on some days into a new workbook. */
export interface OverviewScene {
  readonly path: string;
  call<Answer>(procedure: string, input?: object): Promise<Answer>;
  /** The current rows of the workbook. */
  rows(): Promise<readonly TransactionView[]>;
  close(): Promise<void>;
}

/** Syncs on each of `days`, counted from 1 March 2026. */
export async function overviewScene(folder: string, days: readonly number[], language = 'en'): Promise<OverviewScene> {
  const clock = manualClock('2026-03-01T18:00:00.000Z');
  const config = { ...readConfig({ dataDir: folder, timeZone: 'Europe/Berlin' }), language };
  const service: Service = await createService(config, { clock });
  const invoke = async <Answer>(procedure: string, input: object): Promise<Answer> =>
    (await service.control.call(procedure, input, new AbortController().signal, 'trusted')) as Answer;
  const [account] = await invoke<{ id: string }[]>('account.list', {});
  const accountId = account?.id ?? '';
  const call = <Answer>(procedure: string, input: object = {}): Promise<Answer> =>
    invoke(procedure, { accountId, ...input });
  const path = join(folder, 'Household.xlsx');
  await call('workbook.disconnect');
  await call('workbook.connect', { kind: 'xlsx', way: 'create', settings: { path }, isDemo: true });
  await call('connection.add', { kind: 'demo', settings: { seed: 7 } });
  for (const day of days) {
    clock.set(new Date(Date.UTC(2026, 2, 1 + day, 18)).toISOString());
    const { runId } = await call<{ runId: string }>('run.sync');
    const run = await invoke<{ status: string }>('run.wait', { runId });
    if (run.status !== 'succeeded') throw new Error(JSON.stringify(run));
  }
  return {
    path,
    call,
    rows: async () => (await call<{ rows: readonly TransactionView[] }>('transaction.list', { limit: 5000 })).rows,
    close: () => service.close(),
  };
}
