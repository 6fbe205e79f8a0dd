import { BRITISH } from './desktop-i18n.ts';
import { STARTING, withProblem, type TrayAccount, type TrayState } from '../../src/desktop/tray/tray-state.ts';
import type { Surroundings } from '../../src/desktop/tray/tray-menu.ts';

/** A Tuesday morning, the time of all tray pictures. */
export const AROUND: Surroundings = {
  now: Date.parse('2026-03-10T09:00:00Z'),
  i18n: BRITISH,
  timeZone: 'UTC',
  startsAtLogin: true,
  hasCommandLine: false,
  update: { kind: 'idle' },
};

export function trayAccount(changes: Partial<TrayAccount> = {}): TrayAccount {
  return {
    id: 'account_1',
    name: 'My money',
    mood: 'idle',
    active: null,
    needs: [],
    hasWorkbook: true,
    hasConnection: true,
    dataAt: '2026-03-10T08:55:00Z',
    last: {
      id: 'run_1',
      kind: 'sync',
      status: 'succeeded',
      finishedAt: '2026-03-10T08:55:00Z',
      added: 3,
      updated: 1,
      removed: 0,
      rules: 0,
    },
    nextRunAt: '2026-03-10T18:00:00Z',
    schedule: 'on',
    ...changes,
  };
}

export function trayState(mood: TrayState['mood'], ...accounts: readonly TrayAccount[]): TrayState {
  return { mood, accounts, url: 'https://127.0.0.1:28400', problem: null };
}

const SYNCING = trayAccount({ mood: 'syncing', active: { runId: 'run_2' } });
const ATTENTION = trayAccount({
  mood: 'attention',
  dataAt: '2026-03-07T08:55:00Z',
  needs: [{ message: 'City Bank: the bank wants you to sign in again.', page: '/connections' }],
  last: {
    id: 'run_1',
    kind: 'sync',
    status: 'failed',
    finishedAt: '2026-03-10T08:55:00Z',
    added: 0,
    updated: 0,
    removed: 0,
    rules: 0,
  },
});
const PAUSED = trayAccount({ mood: 'paused', schedule: 'paused', nextRunAt: null });
const HOUSEHOLD = { id: 'account_2', name: 'Household' };
const FRESH = trayAccount({ hasConnection: false, dataAt: null, last: null, schedule: 'none', nextRunAt: null });

/** All states of the tray, by the name of the picture. */
export const TRAY_STATES: Readonly<Record<string, TrayState>> = {
  starting: STARTING,
  idle: trayState('idle', trayAccount()),
  syncing: trayState('syncing', SYNCING),
  attention: trayState('attention', ATTENTION),
  paused: trayState('paused', PAUSED),
  'first-run': trayState('idle', FRESH),
  'no-workbook': trayState(
    'attention',
    trayAccount({
      mood: 'attention',
      hasWorkbook: false,
      needs: [{ message: 'It has no workbook.', page: '/workbook' }],
    }),
  ),
  'no-answer': withProblem(trayState('idle', trayAccount()), "Pennyrow's database is damaged."),
  'several-idle': trayState('idle', trayAccount(), trayAccount(HOUSEHOLD)),
  'several-syncing': trayState('syncing', SYNCING, trayAccount(HOUSEHOLD)),
  'several-attention': trayState('attention', trayAccount(), { ...ATTENTION, ...HOUSEHOLD }),
  'several-paused': trayState('paused', PAUSED, { ...PAUSED, ...HOUSEHOLD }),
};
