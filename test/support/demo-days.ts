import type { BalanceList, BalanceView } from '../../src/contract/control/balances.ts';
import type { TransactionPage } from '../../src/contract/control/transactions.ts';
import type { TransactionView } from '../../src/contract/transaction-view.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';

export type Act = 'category' | 'rule' | 'undo';

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

  /** Syncs on a day, counted from 1 March 2026 as day 0, and returns once the sync succeeded. */
  async sync(day: number, onProgress: (stage: string) => void = () => {}): Promise<void> {
    this.#clock.set(new Date(Date.UTC(2026, 2, 1 + day, 18)).toISOString());
    await this.#run('run.sync', { accountId: this.#accountId }, onProgress);
  }

  /** Performs an action of a user, such as adding a rule, and returns once it succeeded. */
  async act(act: Act, onProgress: (stage: string) => void = () => {}): Promise<void> {
    const accountId = this.#accountId;
    if (act === 'category') {
      const { rows } = (await call(this.#service, 'transaction.list', { accountId })) as TransactionPage;
      const { id, row, category } = rows[0] as TransactionView;
      await this.#run(
        'transaction.setCategory',
        { accountId, category: 'Own', rows: [{ id, row, category }] },
        onProgress,
      );
    } else if (act === 'rule') {
      const rule = { description: 'e', category: 'Ruled', minAmount: '', maxAmount: '' };
      await this.#run('rule.add', { accountId, rule, applyToOld: true }, onProgress);
    } else {
      const [last] = (await call(this.#service, 'run.list', { accountId })) as [{ id: string }];
      await this.#run('run.undo', { runId: last.id }, onProgress);
    }
  }

  /** The id and category of each row as the dashboard shows them. */
  async shown(): Promise<readonly string[]> {
    const { rows } = (await call(this.#service, 'transaction.list', {
      accountId: this.#accountId,
      limit: 5000,
    })) as TransactionPage;
    return rows.map(({ id, category }) => JSON.stringify([id, category]));
  }

  async #run(name: string, input: object, onProgress: (stage: string) => void): Promise<void> {
    const stop = this.#service.control.subscribe((event) => {
      if (event.type === 'progress') onProgress(event.progress.stage);
    });
    const { runId } = (await call(this.#service, name, input)) as { runId: string };
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
