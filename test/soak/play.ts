import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { toInstant, type Instant } from '../../src/core/calendar-date.ts';
import type { Run } from '../../src/core/run.ts';
import { openSources } from '../../src/service/open-sources.ts';
import { digest } from '../../src/platform/ids.ts';
import type { Secrets } from '../../src/platform/vault.ts';
import {
  addConnection,
  findConnection,
  rememberInConnection,
  secretOfConnection,
} from '../../src/store/connections.ts';
import { saveAccount } from '../../src/store/accounts.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { listAccountBalances } from '../../src/sync/mirror/findings.ts';
import { createSync } from '../../src/sync/create-sync.ts';
import type { SyncService } from '../../src/sync/create-sync.ts';
import type { BankWorld } from '../fakes/banks/bank-world.ts';
import { createMemoryWorkbook } from '../fakes/memory-workbook.ts';
import type { ManualClock } from '../support/manual-clock.ts';
import { WRITE_STATEMENT } from '../support/statement-writers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { SoakBank } from './bank.ts';
import { differences } from './differences.ts';
import { trouble } from './trouble.ts';
import { amountOf, dayAt, type Payment } from './payments.ts';

const ACCOUNT = 'account';

export interface SoakOptions {
  readonly banks: readonly SoakBank[];
  readonly world: Pick<BankWorld, 'port' | 'ca' | 'faults'>;
  readonly clock: ManualClock;
  readonly random: () => number;
  /** The bank whose payments are also imported from statement files. */
  readonly withStatements: SoakBank;
}

/** Plays the days of a user with several banks, a workbook in memory, and a real database that is once replaced by an empty one. */
export class SoakPlay {
  /** Errors that no fault of a bank may cause. */
  readonly problems: string[] = [];
  syncs = 0;
  failures = 0;
  readonly workbook = createMemoryWorkbook();
  readonly #options: SoakOptions;
  readonly #secrets = new Map<string, string>();
  #store!: Store;
  #sync!: SyncService;
  #files = 0;
  #databases = 0;
  #close: () => Promise<void> = async () => {};

  constructor(options: SoakOptions) {
    this.#options = options;
    onTestFinished(() => this.#close());
  }

  /** Creates an empty database beside the unchanged workbook, and connects each bank again. */
  async begin(): Promise<void> {
    await this.#close();
    this.#databases += 1;
    const { banks, clock, world } = this.#options;
    const folder = temporaryFolder();
    const store = openStore({ path: join(folder, 'pennyrow.db'), backupFolder: join(folder, 'backups'), clock });
    const secrets: Secrets = {
      read: async (name) => this.#secrets.get(name) ?? null,
      save: async (name, secret) => void this.#secrets.set(name, secret),
      remove: async (name) => void this.#secrets.delete(name),
    };
    const network = { standInPort: world.port, ca: world.ca, timeoutMs: 60_000 };
    let ids = 0;
    const sync = createSync({
      store,
      clock,
      events: new EventEmitter(),
      log: {
        info: () => {},
        warn: () => {},
        error: (fields) => this.problems.push(`logged ${JSON.stringify(fields)}`),
      },
      digest,
      newId: (kind) => `${kind}_${String((ids += 1)).padStart(6, '0')}`,
      prepareWorkbook: async () => {},
      discardUnusedWorkbook: () => {},
      openWorkbook: () => this.workbook,
      ...openSources({ store, clock, secrets, network }).forSync,
    });
    saveAccount(store, {
      id: ACCOUNT,
      name: 'Home',
      timeZone: 'UTC',
      entitlement: { kind: 'personal', endsAt: null },
      workbook: { kind: 'xlsx', path: '/in/memory' },
      createdAt: this.#now(),
    });
    this.#store = store;
    this.#sync = sync;
    this.#close = async () => {
      await sync.close();
      store.close();
    };
    await sync.recover();
    for (const bank of banks) await this.#connect(bank);
  }

  /** @param clean True if the day has no faults and the user renews ended consents. */
  async day(today: number, clean: boolean): Promise<void> {
    await this.#syncOn(today, clean);
    if (this.#options.random() >= 0.04) return;
    // Syncs first, so that the import adds no rows: a new database would not know the account of the file (decision 0009).
    if (this.#databases === 1) await this.#syncOn(today, true);
    await this.#import(today);
  }

  async #syncOn(today: number, clean: boolean): Promise<void> {
    const { banks, clock, random, world } = this.#options;
    clock.set(`${dayAt(today)}T06:00:00.000Z`);
    for (const bank of banks) {
      if (clean) bank.settle?.();
      else bank.turn?.(random, today);
      bank.render(today);
      if (this.#hasEnded(bank) && (clean || random() < 0.4)) await this.#ask(bank);
    }
    if (!clean && random() < 0.35) world.faults.push(...trouble(random));
    let run = await this.#run(clean || random() < 0.3 ? 'person' : 'schedule');
    // After rate-limited days, the sync above may be the first to detect an ended consent: the user renews it and syncs again.
    const over = clean ? banks.filter((bank) => this.#hasEnded(bank)) : [];
    for (const bank of over) await this.#ask(bank);
    if (over.length > 0) run = await this.#run('person');
    world.faults.length = 0;
    this.syncs += 1;
    if (run.status === 'failed' || run.status === 'partial') this.failures += 1;
    for (const { code, message } of run.messages)
      if (/^internal|differs$/.test(code)) this.problems.push(`day ${today}: ${code} ${message}`);
    if (clean && run.status !== 'succeeded')
      this.problems.push(`day ${today}: ${run.status} ${run.messages.map(({ message }) => message).join(' ')}`);
  }

  /** Differences between the workbook's rows and the actual payments up to a day. */
  differences(until: number): string[] {
    return differences(this.workbook.lines, until, this.#options);
  }

  /** The result of the balance check by bank name, for banks whose balances it can check; "proven" if the rows match. */
  findings(): Record<string, string> {
    const found = listAccountBalances(this.#store, ACCOUNT);
    return Object.fromEntries(
      this.#options.banks
        .filter(({ isProven }) => isProven)
        .map(({ name }) => {
          const own = found.filter(({ connectionIds }) => connectionIds.includes(name));
          return [name, own.map(({ finding }) => finding?.status ?? 'none').join(', ')];
        }),
    );
  }

  async #connect(bank: SoakBank): Promise<void> {
    const { name: id, kind, settings, secret, agree } = bank;
    const connection = { id, accountId: ACCOUNT, source: kind.id, name: id, settings, createdAt: this.#now() };
    const name = secretOfConnection({ id, source: kind.id });
    addConnection(this.#store, connection);
    if (agree !== undefined) return this.#ask(bank);
    this.#secrets.set(name, typeof secret === 'string' ? secret : JSON.stringify(secret));
  }

  #hasEnded({ name, agree }: SoakBank): boolean {
    const connection = findConnection(this.#store, name);
    const { problem } = connection?.health ?? { problem: null };
    const endsAt = Date.parse(String(connection?.settings['consentEndsAt']));
    return agree !== undefined && (endsAt <= this.#options.clock.now() || problem?.code === 'source_consent_ended');
  }

  async #ask({ name: id, kind, settings, secret, agree }: SoakBank): Promise<void> {
    const { clock, world } = this.#options;
    const name = secretOfConnection({ id, source: kind.id });
    const sealed = this.#secrets.get(name) ?? null;
    const question = await kind.access?.ask?.(
      { settings, secret: sealed === null ? (secret as Record<string, string>) : null, sealed },
      {
        clock,
        network: { hosts: kind.hosts as readonly string[], standInPort: world.port, ca: world.ca },
        signal: new AbortController().signal,
      },
    );
    question?.receive(agree?.(question.url) ?? '');
    const granted = await question?.granted;
    question?.end();
    if (granted === undefined) throw new Error(`${id} asks nobody.`);
    this.#secrets.set(name, granted.secret);
    rememberInConnection(this.#store, id, { ...granted.news, consentEndsAt: granted.endsAt });
  }

  async #run(trigger: 'person' | 'schedule'): Promise<Run> {
    const request = this.#sync.request(ACCOUNT, trigger);
    if (request.outcome === 'nothing-to-sync') throw new Error(request.message);
    return (await this.#sync.wait(request.runId)) as Run;
  }

  /** Imports a statement of the last five weeks, whose texts and ids differ from those of the connection. */
  async #import(today: number): Promise<void> {
    const { payments } = this.#options.withStatements;
    this.#files += 1;
    const kind = this.#files % 2 === 0 ? 'ofx' : 'camt';
    const bookings = payments
      .filter(({ booked }) => booked <= today && booked > today - 35)
      .map(({ booked, cents, shop, number }: Payment) => ({
        on: dayAt(booked),
        amount: amountOf(cents),
        who: shop,
        what: `Reference ${number}`,
        number,
      }));
    if (bookings.length === 0) return;
    const path = join(temporaryFolder(), `statement-${this.#files}.${kind === 'camt' ? 'xml' : kind}`);
    writeFileSync(path, WRITE_STATEMENT[kind](bookings, bookings[0]?.number ?? 0));
    const request = this.#sync.importFiles(ACCOUNT, [path], { trigger: 'person' });
    const run = (await this.#sync.wait(request)) as Run;
    if (run.status !== 'succeeded') this.problems.push(`day ${today}: import ${JSON.stringify(run.messages)}`);
  }

  #now(): Instant {
    return toInstant(this.#options.clock.now());
  }
}
