import type { ConnectionView } from '../../contract/control/connections.ts';
import type { Run } from '../../contract/control/runs.ts';
import type { ScheduleView } from '../../contract/control/schedule.ts';
import type { AccountStatus, StatusNote } from '../../contract/control/service.ts';

/** `starting` until the first answer of the service. */
export type Mood = 'starting' | 'idle' | 'syncing' | 'attention' | 'paused';

export interface TrayState {
  readonly mood: Mood;
  readonly accounts: readonly TrayAccount[];
  readonly url: string | null;
  readonly problem: string | null;
}

export interface TrayAccount {
  readonly id: string;
  readonly name: string;
  readonly mood: Exclude<Mood, 'starting'>;
  readonly active: { readonly runId: string } | null;
  readonly needs: readonly Need[];
  readonly hasWorkbook: boolean;
  readonly hasConnection: boolean;
  readonly dataAt: string | null;
  readonly last: LastRun | null;
  readonly nextRunAt: string | null;
  readonly schedule: 'none' | 'on' | 'paused';
}

export interface Need {
  readonly message: string;
  readonly page: string;
}

export type LastRun = Readonly<ReturnType<typeof lastRun>>;

export const STARTING: TrayState = { mood: 'starting', accounts: [], url: null, problem: null };

export interface AccountAnswers {
  readonly status: AccountStatus;
  readonly connections: readonly ConnectionView[];
  readonly schedule: ScheduleView | null;
  readonly runs: readonly Run[];
}

export function toTrayState(
  url: string | null,
  answers: readonly AccountAnswers[],
  say: (note: StatusNote) => string,
): TrayState {
  return withMood({ mood: 'idle', accounts: answers.map((each) => toTrayAccount(each, say)), url, problem: null });
}

/** Keeps the last known state, so that the menu's links still work. */
export function withProblem(state: TrayState, problem: string): TrayState {
  return withMood({ ...state, problem });
}

export function withActiveRun(state: TrayState, accountId: string, active: TrayAccount['active']): TrayState {
  return withMood({
    ...state,
    accounts: state.accounts.map((account) =>
      account.id === accountId ? accountWithMood({ ...account, active }) : account,
    ),
  });
}

function toTrayAccount(
  { status, connections, schedule, runs }: AccountAnswers,
  say: (note: StatusNote) => string,
): TrayAccount {
  const active = runs.find(({ status }) => status === 'queued' || status === 'running');
  const last = runs.find((run) => run.finishedAt !== null);
  return accountWithMood({
    id: status.id,
    name: status.name,
    mood: 'idle',
    active: active === undefined ? null : { runId: active.id },
    needs: status.notes.map((note) => ({ message: say(note), page: pageOf(note.about, last) })),
    hasWorkbook: status.workbook !== null,
    hasConnection: connections.some(({ paused }) => !paused),
    dataAt: newest(connections.map(({ health }) => health.lastSuccessAt)),
    last: last === undefined || last.finishedAt === null ? null : lastRun(last, last.finishedAt),
    nextRunAt: schedule?.nextRunsAt[0] ?? null,
    schedule: schedule === null ? 'none' : schedule.paused ? 'paused' : 'on',
  });
}

function lastRun({ id, kind, status, counts: { added, updated, removed, rules = 0 } }: Run, finishedAt: string) {
  return { id, kind, status, finishedAt, added, updated, removed, rules };
}

/** The page of the dashboard on which the user solves a problem. */
export function pageOf(about: StatusNote['about'], last: Run | undefined): string {
  return {
    connection: '/connections',
    workbook: '/workbook',
    run: last === undefined ? '/' : `/activity/${last.id}`,
    plan: '/settings/profiles',
    database: '/settings/advanced',
    balance: '/accounts',
    webhook: '/settings/api',
  }[about];
}

function newest(moments: readonly (string | null)[]): string | null {
  return (
    moments
      .filter((moment) => moment !== null)
      .sort()
      .at(-1) ?? null
  );
}

/** A running sync hides a problem, and a problem hides a pause. */
function accountWithMood(account: TrayAccount): TrayAccount {
  const mood =
    account.active !== null
      ? 'syncing'
      : account.needs.length > 0
        ? 'attention'
        : account.schedule === 'paused'
          ? 'paused'
          : 'idle';
  return { ...account, mood };
}

/** The mood is `paused` if all schedules are paused. Accounts without a schedule do not count. */
function withMood(state: TrayState): TrayState {
  const has = (mood: Mood): boolean => state.accounts.some((account) => account.mood === mood);
  const schedules = new Set(state.accounts.map(({ schedule }) => schedule));
  const isPaused = schedules.has('paused') && !schedules.has('on');
  const mood = has('syncing')
    ? 'syncing'
    : state.problem !== null || has('attention')
      ? 'attention'
      : isPaused
        ? 'paused'
        : 'idle';
  return { ...state, mood };
}
