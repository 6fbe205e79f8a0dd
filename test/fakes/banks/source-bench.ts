import { expect } from 'vitest';
import type { CalendarDate } from '../../../src/core/calendar-date.ts';
import type { NetworkOptions } from '../../../src/sources/request.ts';
import type { Fetched, FetchRequest, Source } from '../../../src/sources/source.ts';
import type { SourceContext, SourceKind } from '../../../src/sources/source-kind.ts';
import { NO_CSV_MEMORY } from '../../../src/sources/statements/statement.ts';
import { manualClock, type ManualClock } from '../../support/manual-clock.ts';
import type { BankWorld } from './bank-world.ts';

/** A bank source under test that uses a fake service and keeps its stored state in memory. */
export interface ServiceBench {
  readonly clock: ManualClock;
  settings: Record<string, unknown>;
  /** The texts of all recorded answers, with their requests. */
  readonly archived: { readonly request: string; readonly text: string }[];
  /** True if a user waits for the result. */
  isPerson: boolean;
  writtenUntilMs: number;
  /** True if the account has rows of pending transactions in the sheet. */
  hasPendingRows: boolean;
  /** How many more requests are allowed. */
  places: number;
  /** Replaces the request limit of `places`; null to use `places`. */
  budget: SourceContext['budget'] | null;
  /** The secret as the vault stores it; null if it is lost. */
  secret: string | null;
  open(): Promise<Source>;
  fetch(changes?: Partial<FetchRequest>): Promise<Fetched>;
}

export const TODAY = '2026-03-10' as CalendarDate;

export function serviceBench(
  kind: SourceKind,
  world: Pick<BankWorld, 'port' | 'ca'>,
  { secret, settings = {}, timeZone = 'UTC' }: { secret: object; settings?: object; timeZone?: string },
): ServiceBench {
  const clock = manualClock(`${TODAY}T12:00:00Z`);
  expect(kind.access?.secret.safeParse(secret).success).toBe(true);
  const context = (): SourceContext => ({
    settings: bench.settings,
    remember: (news) => {
      bench.settings = { ...bench.settings, ...news };
    },
    secret: async () => bench.secret,
    budget: bench.budget ?? {
      take: () => {
        bench.places -= 1;
        return bench.places < 0 ? clock.now() + 3_600_000 : null;
      },
    },
    archive: {
      find: () => null,
      keep: (request, text) => void bench.archived.push({ request, text }),
    },
    writtenUntilMs: bench.writtenUntilMs,
    hasPendingRows: bench.hasPendingRows,
    isPerson: bench.isPerson,
    clock,
    network: { ...networkTo(kind, world), timeoutMs: 60_000 },
    statements: { isNew: () => true, csv: NO_CSV_MEMORY },
  });
  const bench: ServiceBench = {
    clock,
    settings: { ...settings },
    archived: [],
    isPerson: false,
    writtenUntilMs: 0,
    hasPendingRows: false,
    places: 10_000,
    budget: null,
    secret: JSON.stringify(secret),
    open: () => kind.open(context()),
    fetch: async (request = {}) =>
      (await kind.open(context())).fetch({
        since: '2026-02-01' as CalendarDate,
        today: TODAY,
        timeZone,
        signal: new AbortController().signal,
        progress: () => {},
        ...request,
      }),
  };
  return bench;
}

/**
 * Requests a consent, lets `agree` accept it, and stores the result in `bench`. The request contains `secret` the first
 * time, and later the secret that the previous consent stored in `bench`.
 */
export async function consent(
  kind: SourceKind,
  bench: ServiceBench,
  world: Pick<BankWorld, 'port' | 'ca'>,
  { secret, agree }: { readonly secret: Record<string, string>; readonly agree: (url: string) => string },
): Promise<void> {
  const isNew = bench.secret === JSON.stringify(secret);
  const question = await kind.access?.ask?.(
    { settings: bench.settings, secret: isNew ? secret : null, sealed: isNew ? null : bench.secret },
    {
      clock: bench.clock,
      network: networkTo(kind, world),
      signal: new AbortController().signal,
    },
  );
  question?.receive(agree(question.url));
  const granted = await question?.granted;
  bench.secret = granted?.secret ?? null;
  bench.settings = { ...bench.settings, ...granted?.news, consentEndsAt: granted?.endsAt };
}

/** If a kind has no fixed host names, its secret contains the address of the fake. */
function networkTo({ hosts }: SourceKind, { port, ca }: Pick<BankWorld, 'port' | 'ca'>): NetworkOptions {
  return hosts === 'named-by-secret' ? { ca } : { hosts, standInPort: port, ca };
}
