import type { ControlEvent } from '../../contract/control/events.ts';
import type { Control } from '../../control/control.ts';
import { reportOf, toPennyrowError } from '../../platform/errors.ts';
import { createRefresh } from '../../platform/refresh.ts';
import { controlClient } from '../host/control-client.ts';
import { localize, type DesktopI18n } from '../i18n.ts';
import {
  STARTING,
  toTrayState,
  withActiveRun,
  withProblem,
  type AccountAnswers,
  type TrayState,
} from './tray-state.ts';

/** Enough runs to include the active one, queued ones and the last one that finished. */
const RUNS = 10;

export function followService(
  control: Pick<Control, 'call' | 'subscribe'>,
  onChange: (state: TrayState) => void,
  i18n: DesktopI18n,
) {
  const closing = new AbortController();
  const client = controlClient(control, closing.signal);
  let state = STARTING;
  const readings = createRefresh(readState, closing.signal);

  function set(next: TrayState): void {
    if (closing.signal.aborted || JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    onChange(state);
  }

  async function read(): Promise<TrayState> {
    const { url, accounts } = await client.call('service.status', {});
    const answers = accounts.map(async (status): Promise<AccountAnswers> => {
      const accountId = status.id;
      const [connections, schedule, runs] = await Promise.all([
        client.call('connection.list', { accountId }),
        client.call('schedule.get', { accountId }),
        client.call('run.list', { accountId, limit: RUNS }),
      ]);
      return { status, connections, schedule, runs };
    });
    return toTrayState(url, await Promise.all(answers), (note) => localize(i18n, note).what);
  }

  async function readState(): Promise<void> {
    try {
      set(await read());
    } catch (thrown) {
      set(withProblem(state, localize(i18n, reportOf(toPennyrowError(thrown))).what));
    }
  }

  function follow(event: ControlEvent): void {
    if (event.type === 'progress') return;
    // Shows a started run immediately. All other changes require a new request to the service.
    if (event.type === 'run' && event.run.status === 'running')
      set(withActiveRun(state, event.run.accountId, { runId: event.run.id }));
    readings.request();
  }

  const unsubscribe = control.subscribe(follow);
  readings.request();
  return {
    state: () => state,
    refresh: readings.request,
    async close() {
      unsubscribe();
      closing.abort();
      await readings.settled();
    },
  };
}
