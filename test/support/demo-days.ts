import type { BalanceList, BalanceView } from '../../src/contract/control/balances.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';

/** The real service on a data folder with the demo bank, on a day that the test chooses. */
export class Demo {
  readonly #service: Service;
  readonly #clock: ManualClock;
  readonly #accountId: string;

  private constructor(service: Service, clock: ManualClock, accountId: string) {
    this.#service = service;
    this.#clock = clock;
    this.#accountId = accountId;
  }

  static async open(folder: string): Promise<Demo> {
    const clock = manualClock('2026-03-01T18:00:00.000Z');
    const service = await createService(readConfig({ dataDir: folder, timeZone: 'Europe/Berlin' }), { clock });
    const [account] = (await call(service, 'account.list', {})) as [{ id: string }];
    if (((await call(service, 'connection.list', { accountId: account.id })) as unknown[]).length === 0) {
      await call(service, 'connection.add', { accountId: account.id, kind: 'demo', settings: { seed: 7 } });
    }
    return new Demo(service, clock, account.id);
  }

  /** Syncs on the day with that number and returns once it succeeded. */
  async sync(day: number, onProgress: (stage: string) => void = () => {}): Promise<void> {
    this.#clock.set(new Date(Date.UTC(2026, 2, 1 + day, 18)).toISOString());
    const stop = this.#service.control.subscribe((event) => {
      if (event.type === 'progress') onProgress(event.progress.stage);
    });
    const { runId } = (await call(this.#service, 'run.sync', { accountId: this.#accountId })) as { runId: string };
    const run = (await call(this.#service, 'run.wait', { runId })) as { status: string };
    stop();
    if (run.status !== 'succeeded') throw new Error(JSON.stringify(run));
  }

  async balances(): Promise<readonly BalanceView[]> {
    return ((await call(this.#service, 'balance.list', { accountId: this.#accountId })) as BalanceList).balances;
  }

  close(): Promise<void> {
    return this.#service.close();
  }
}

function call(service: Service, name: string, input: object): Promise<unknown> {
  return service.control.call(name, input, new AbortController().signal, 'trusted');
}
