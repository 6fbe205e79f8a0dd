import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { NotificationConstructorOptions } from 'electron';
import { expect, onTestFinished } from 'vitest';
import type { ConnectionView } from '../../src/contract/control/connections.ts';
import type { ControlEvent } from '../../src/contract/control/events.ts';
import type { Run } from '../../src/contract/control/runs.ts';
import type { AccountStatus, StatusNote } from '../../src/contract/control/service.ts';
import { NO_COUNTS } from '../../src/core/run.ts';
import type { ElectronParts } from '../../src/desktop/electron-parts.ts';
import { createNotifications } from '../../src/desktop/notifications/notifications.ts';
import { BRITISH } from './desktop-i18n.ts';
import { eventually } from './eventually.ts';
import { temporaryFolder } from './temporary-folder.ts';

export { NO_COUNTS };

export const REAUTHORIZE = {
  code: 'source_reauthorise',
  message: 'The bank no longer accepts the access.',
  remedy: 'Sign in again.',
};

function run(changes: Partial<Run> = {}): Run {
  const at = '2026-03-10T08:00:00Z' as Run['queuedAt'];
  return {
    id: 'run',
    accountId: 'a',
    kind: 'sync',
    trigger: 'schedule',
    status: 'succeeded',
    queuedAt: at,
    startedAt: at,
    finishedAt: at,
    counts: NO_COUNTS,
    messages: [],
    undoes: null,
    undoneBy: null,
    ...changes,
  };
}

/** Fake service answers that a test can change, and a fake screen that collects notifications. */
export function notificationScene(memory: string = join(temporaryFolder(), 'told.json'), i18n = BRITISH) {
  const state = {
    notes: [] as StatusNote[],
    running: false,
    problem: null as ConnectionView['health']['problem'],
    failures: 1,
    isPaused: false,
    connections: ['City Bank'],
    accounts: ['My money'],
    last: run(),
    isSupported: true,
    fails: false,
  };
  const settings = { problems: true, newTransactions: false };
  const bubbles: { title: string; body: string; click(): void }[] = [];
  const opened: string[] = [];
  const reported: unknown[] = [];
  let listener: (event: ControlEvent) => void = () => undefined;
  let looks = 0;

  class Notification extends EventEmitter {
    readonly #options: NotificationConstructorOptions;
    constructor(options: NotificationConstructorOptions = {}) {
      super();
      this.#options = options;
    }
    static isSupported(): boolean {
      return state.isSupported;
    }
    show(): void {
      bubbles.push({
        title: this.#options.title ?? '',
        body: this.#options.body ?? '',
        click: () => void this.emit('click'),
      });
    }
    close(): void {
      this.emit('close');
    }
  }

  function answer(name: string): unknown {
    if (state.fails) throw new Error('the service does not answer');
    if (name === 'run.list') return [state.last];
    if (name === 'connection.list') {
      return state.connections.map((bank, index) => ({
        id: index === 0 ? 'c' : `c${index}`,
        accountId: 'a',
        source: 'simplefin',
        name: bank,
        paused: state.isPaused,
        health: { failures: state.failures, problem: state.problem },
      }));
    }
    if (name === 'account.list')
      return state.accounts.map((account, index) => ({ id: index === 0 ? 'a' : `a${index}`, name: account }));
    const account: Partial<AccountStatus> = { id: 'a', name: 'My money', notes: state.notes, running: state.running };
    looks += 1;
    return { accounts: [account] };
  }

  function start() {
    const notifications = createNotifications(
      { Notification: Notification as unknown as ElectronParts['Notification'] },
      {
        control: {
          call: async (name) => answer(name),
          subscribe: (given) => {
            listener = given;
            return () => (listener = () => undefined);
          },
        },
        memory,
        i18n,
        choice: () => settings,
        open: (page, accountId) => void opened.push(`${accountId ?? 'any'} ${page}`),
        report: (thrown) => void reported.push(thrown),
      },
    );
    onTestFinished(() => notifications.close());
    return notifications;
  }

  /** The fake service answers immediately, so one turn of the event loop is enough. */
  async function settled(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Ends a run with the current state, and waits until it was processed. */
  async function runEnds(changes: Partial<Run> = {}): Promise<void> {
    state.last = run(changes);
    const before = looks;
    listener({ type: 'run', run: state.last });
    if (!state.fails) await eventually(() => expect(looks).toBeGreaterThan(before));
    await settled();
  }

  return { settled, state, settings, bubbles, opened, reported, memory, start, runEnds };
}
