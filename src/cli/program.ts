import { Command } from 'commander';
import { VERSION } from '../platform/version.ts';
import { examples } from './answering.ts';
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
import { helpInWords } from './help.ts';
import { text } from './speech.ts';
import { usageError } from './usage-error.ts';

const GROUPS = {
  start: [demoCommand, serveCommand, statusCommands, doctorCommand],
  transactions: [syncCommands, csvCommands, runCommands, restoreCommands, ruleCommands, exportCommand],
  setUp: [accountCommands, connectionCommands, workbookCommands, scheduleCommands, settingsCommands, backupCommands],
  scripts: [tokenCommands, accessCommands],
} as const satisfies Record<string, readonly ((program: Command) => void)[]>;

/**
 * The whole command line. Bodies load the rooms that they need when they run, so that help and usage errors
 * cost next to nothing. `json`: errors of usage are left to the caller, who writes them as JSON.
 */
export function createProgram({ json }: { readonly json: boolean }): Command {
  const say = text().program;
  const program = new Command('pennyrow')
    .description(say.about)
    .version(VERSION, '-V, --version', say.version)
    .helpOption('-h, --help', say.help)
    .option('--data-dir <folder>', say.dataDir)
    .option('--json', say.json)
    .option('--debug', say.debug)
    .helpCommand(false)
    .showHelpAfterError(say.seeHelp)
    .configureHelp(helpInWords())
    .configureOutput(json ? { writeErr: () => undefined } : { outputError: (said, write) => write(usageError(said)) })
    .exitOverride()
    .addHelpText(
      'after',
      `\n${say.after}\n${examples('pennyrow demo', 'pennyrow import january.ofx', 'pennyrow serve')}`,
    );
  for (const group of ['start', 'transactions', 'setUp', 'scripts'] as const) {
    program.commandsGroup(say.group[group]);
    for (const addTo of GROUPS[group]) addTo(program);
  }
  return program;
}
