import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../contract/control/connections.ts';
import type { Run } from '../../contract/control/runs.ts';
import type { AccountStatus, StatusNote } from '../../contract/control/service.ts';
import {
  toTrayState as stateOf,
  withActiveRun,
  withProblem,
  type AccountAnswers,
  type TrayState,
} from './tray-state.ts';

const URL = 'https://127.0.0.1:28400';
const NOTE: StatusNote = {
  about: 'connection',
  code: 'source_bank_reauthorise',
  message: 'City Bank: sign in again.',
  remedy: null,
  connection: null,
  lines: null,
};

const toTrayState = (url: string | null, each: readonly AccountAnswers[]): TrayState =>
  stateOf(url, each, ({ message }) => message);

function answers({
  notes = [],
  ...changes
}: Partial<Omit<AccountAnswers, 'status'>> & { id?: string; notes?: readonly StatusNote[] } = {}): AccountAnswers {
  const { id = 'a', ...rest } = changes;
  const status: AccountStatus = {
    id,
    name: id,
    health: 'ok',
    notes,
    workbook: 'Pennyrow.xlsx',
    asOf: null,
    lastRun: null,
    balances: null,
    nextRunAt: null,
    schedule: 'none',
    canSync: true,
    awaitsConsent: false,
    running: false,
  };
  return { status, connections: [], schedule: null, runs: [], ...rest };
}

function schedule(paused: boolean): AccountAnswers['schedule'] {
  return {
    startTime: '06:00',
    periodMinutes: 1440,
    cron: '0 6 * * *',
    timeZone: 'UTC',
    nextRunsAt: paused ? [] : ['2026-03-11T06:00:00Z'],
    paused,
    lastRunAt: null,
  };
}

function run(id: string, status: Run['status'], finishedAt: string | null): Run {
  return {
    id,
    accountId: 'a',
    kind: 'sync',
    trigger: 'person',
    status,
    queuedAt: '2026-03-10T08:00:00Z' as Run['queuedAt'],
    startedAt: null,
    finishedAt: finishedAt as Run['finishedAt'],
    counts: { added: 3, updated: 0, removed: 0 } as Run['counts'],
    messages: [],
    undoes: null,
    undoneBy: null,
  };
}

function connection(lastSuccessAt: string | null, paused = false): ConnectionView {
  return {
    id: 'c',
    accountId: 'a',
    source: 'demo',
    name: 'Demo',
    settings: {},
    paused,
    syncedUntil: null,
    consentEndsAt: null,
    isConsentOver: false,
    health: { lastAttemptAt: null, lastSuccessAt, failures: 0, problem: null, nextTryAt: null },
  };
}

function mood(...each: readonly AccountAnswers[]): TrayState['mood'] {
  return toTrayState(URL, each).mood;
}

describe('the state of the tray', () => {
  const syncing = answers({ id: 'syncing', runs: [run('r', 'running', null)] });
  const attention = answers({ id: 'attention', notes: [NOTE] });
  const paused = answers({ id: 'paused', schedule: schedule(true) });
  const going = answers({ id: 'going', schedule: schedule(false) });

  it('is idle when nothing runs and nothing needs attention', () => {
    expect(mood(going)).toBe('idle');
    expect(mood()).toBe('idle');
  });

  it('shows a running sync rather than a problem, and a problem rather than a pause', () => {
    expect(mood(paused, attention, syncing)).toBe('syncing');
    expect(mood(paused, attention)).toBe('attention');
    expect(mood(answers({ notes: [NOTE], runs: [run('r', 'queued', null)], schedule: schedule(true) }))).toBe(
      'syncing',
    );
  });

  it('is paused only when every schedule is paused', () => {
    expect(mood(paused)).toBe('paused');
    expect(mood(paused, answers({ id: 'without' }))).toBe('paused');
    expect(mood(paused, going)).toBe('idle');
  });

  it('needs attention when the service does not respond, and keeps the last known accounts', () => {
    const state = withProblem(toTrayState(URL, [going]), 'The disk is full.');
    expect(state).toMatchObject({
      mood: 'attention',
      problem: 'The disk is full.',
      url: URL,
      accounts: [{ name: 'going' }],
    });
  });

  it('is syncing while one of the accounts is syncing', () => {
    const before = toTrayState(URL, [going, attention]);
    const during = withActiveRun(before, 'going', { runId: 'r' });
    expect(during.mood).toBe('syncing');
    expect(during.accounts.map((account) => account.mood)).toEqual(['syncing', 'attention']);
    expect(withActiveRun(during, 'going', null)).toEqual(before);
  });
});

describe('an account in the tray', () => {
  function account(changes: Parameters<typeof answers>[0]): TrayState['accounts'][number] | undefined {
    return toTrayState(URL, [answers(changes)]).accounts[0];
  }

  it('shows the last run that has ended, not the running one', () => {
    const runs = [run('now', 'running', null), run('before', 'partial', '2026-03-10T08:00:00Z')];
    expect(account({ runs })).toMatchObject({
      active: { runId: 'now' },
      last: { id: 'before', status: 'partial', added: 3, finishedAt: '2026-03-10T08:00:00Z' },
    });
  });

  it('takes the age of its data from the connection that last returned data', () => {
    expect(
      account({
        connections: [connection('2026-03-09T08:00:00Z'), connection(null), connection('2026-03-10T08:00:00Z')],
      })?.dataAt,
    ).toBe('2026-03-10T08:00:00Z');
    expect(account({ connections: [connection(null)] })?.dataAt).toBeNull();
  });

  it('has nothing to sync if all its connections are paused', () => {
    expect(account({ connections: [connection(null, true)] })?.hasConnection).toBe(false);
    expect(account({ connections: [connection(null, true), connection(null)] })?.hasConnection).toBe(true);
  });

  it.each([
    ['connection', '/connections'],
    ['workbook', '/workbook'],
    ['run', '/activity/failed'],
    ['balance', '/accounts'],
    ['plan', '/settings/profiles'],
    ['database', '/settings/advanced'],
    ['webhook', '/settings/api'],
  ] as const)('with a note about its %s opens %s', (about, page) => {
    const runs = [run('failed', 'failed', '2026-03-10T08:00:00Z')];
    expect(account({ notes: [{ ...NOTE, about }], runs })?.needs).toEqual([{ message: NOTE.message, page }]);
  });

  it('shows its next run, or that it is paused or has no schedule', () => {
    expect(account({ schedule: schedule(false) })).toMatchObject({ schedule: 'on', nextRunAt: '2026-03-11T06:00:00Z' });
    expect(account({ schedule: schedule(true) })).toMatchObject({ schedule: 'paused', nextRunAt: null });
    expect(account({})).toMatchObject({ schedule: 'none', nextRunAt: null });
  });
});
