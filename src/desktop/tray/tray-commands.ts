import type { Control } from '../../control/control.ts';
import { toPennyrowError, type PennyrowError } from '../../platform/errors.ts';
import { controlClient } from '../host/control-client.ts';
import type { CommandLineBox } from '../command-line/command-line-box.ts';
import type { ElectronParts } from '../electron-parts.ts';
import type { LoginItem } from '../login-item.ts';
import { openWorkbook } from '../window/open-workbook.ts';
import type { TrayCommand } from './tray-menu.ts';

/** Where clicks lead that are not the tray's own matter. */
export interface TrayPlaces {
  openDashboard(page: string, accountId: string | null): void;
  checkForUpdates(): void;
  quit(): void;
}

export interface TrayCommandOptions {
  readonly control: Pick<Control, 'call'>;
  readonly places: TrayPlaces;
  readonly loginItem: LoginItem | null;
  readonly commandLine: CommandLineBox | null;
  readonly onFailure: (failure: PennyrowError) => void;
  /** Called after each command. */
  readonly onDone: () => void;
}

/** Does what an item of the tray's menu asks for. Never rejects: failures go to `onFailure`. */
export function createTrayCommands(
  { clipboard, shell }: Pick<ElectronParts, 'clipboard' | 'shell'>,
  options: TrayCommandOptions,
): (command: TrayCommand) => Promise<void> {
  const { places, loginItem, commandLine, onFailure, onDone } = options;
  const client = controlClient(options.control, new AbortController().signal);

  async function run(command: TrayCommand): Promise<void> {
    switch (command.do) {
      case 'sync':
        return eachOf(command.accountIds, (accountId) => client.call('run.sync', { accountId }));
      case 'cancel':
        return eachOf(command.runIds, (runId) => client.call('run.cancel', { runId }));
      case 'pause':
        return eachOf(command.accountIds, (accountId) =>
          client.call('schedule.pause', { accountId, paused: command.paused }),
        );
      case 'open-dashboard':
        return places.openDashboard(command.page, command.accountId);
      case 'open-workbook':
        if (!(await openWorkbook(client, shell, command.accountId)))
          places.openDashboard('/workbook', command.accountId);
        return;
      case 'copy':
        return clipboard.writeText(command.text);
      case 'start-at-login':
        return loginItem?.set(command.on);
      case 'command-line':
        return commandLine?.change(command.isInstalled);
      case 'check-for-updates':
        return places.checkForUpdates();
      case 'quit':
        return places.quit();
    }
  }

  return async (command) => {
    try {
      await run(command);
    } catch (thrown) {
      onFailure(toPennyrowError(thrown));
    }
    onDone();
  };
}

/** Each is tried, also after one that failed; the first failure is thrown. */
async function eachOf(ids: readonly string[], ask: (id: string) => Promise<unknown>): Promise<void> {
  const settled = await Promise.allSettled(ids.map(ask));
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
