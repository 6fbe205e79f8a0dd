import { Command } from 'commander';
import { VERSION } from '../platform/version.ts';
import { accessCommands } from './commands/access.ts';
import { accountCommands } from './commands/account.ts';
import { backupCommands } from './commands/backup.ts';
import { connectionCommands } from './commands/connection.ts';
import { csvCommands } from './commands/csv.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { restoreCommands } from './commands/restore.ts';
import { ruleCommands } from './commands/rule.ts';
import { runCommands } from './commands/runs.ts';
import { scheduleCommands } from './commands/schedule.ts';
import { serveCommand } from './commands/serve.ts';
import { settingsCommands } from './commands/settings.ts';
import { statusCommands } from './commands/status.ts';
import { syncCommands } from './commands/sync.ts';
import { tokenCommands } from './commands/token.ts';
import { workbookCommands } from './commands/workbook.ts';

const GROUPS: readonly (readonly [title: string, add: readonly ((program: Command) => void)[]])[] = [
  ['Start here:', [demoCommand, serveCommand, statusCommands, doctorCommand]],
  ['Transactions:', [syncCommands, csvCommands, runCommands, restoreCommands, ruleCommands, exportCommand]],
  [
    'Set up:',
    [accountCommands, connectionCommands, workbookCommands, scheduleCommands, settingsCommands, backupCommands],
  ],
  ['Scripts and browsers:', [tokenCommands, accessCommands]],
];

const AFTER = `
While the service runs (pennyrow serve), commands ask it; else they do the work themselves.

Exit codes:
  0  it succeeded
  1  it failed, or did not succeed in whole
  2  wrong usage
  130  ended by Ctrl-C

With --json, standard output holds one JSON value, and an error is one line
{"error": {"code", "message", "remedy"}} on standard error.

Environment: PENNYROW_DATA_DIR, PENNYROW_PORT, PENNYROW_TIME_ZONE,
PENNYROW_LOG_LEVEL, NO_COLOR.

Examples:
  pennyrow demo
  pennyrow import january.ofx
  pennyrow serve`;

/**
 * The whole command line. Bodies load the rooms that they need when they run, so that help and usage errors
 * cost next to nothing. `json`: errors of usage are left to the caller, who writes them as JSON.
 */
export function createProgram({ json }: { readonly json: boolean }): Command {
  const program = new Command('pennyrow')
    .description('Your bank transactions in your own spreadsheet, kept up to date, with a local API for your scripts.')
    .version(VERSION)
    .option('--data-dir <folder>', 'where Pennyrow keeps its data (PENNYROW_DATA_DIR)')
    .option('--json', 'answer in JSON')
    .option('--debug', 'say more when something goes wrong')
    .helpCommand(false)
    .showHelpAfterError('See the command with --help.')
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20 })
    .configureOutput(json ? { writeErr: () => undefined } : {})
    .exitOverride()
    .addHelpText('after', AFTER);
  for (const [title, add] of GROUPS) {
    program.commandsGroup(title);
    for (const addTo of add) addTo(program);
  }
  return program;
}
