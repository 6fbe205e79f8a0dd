import { Command } from 'commander';
import { VERSION } from '../platform/version.ts';
import { examples } from './answering.ts';
import { accessCommands } from './commands/access.ts';
import { accountCommands } from './commands/account.ts';
import { apiCommand } from './commands/api.ts';
import { backupCommands } from './commands/backup.ts';
import { connectionCommands } from './commands/connection.ts';
import { csvCommands } from './commands/csv.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { mailCommands } from './commands/mail.ts';
import { mcpCommand } from './commands/mcp.ts';
import { restoreCommands } from './commands/restore.ts';
import { ruleCommands } from './commands/rule.ts';
import { runCommands } from './commands/runs.ts';
import { scheduleCommands } from './commands/schedule.ts';
import { serveCommand } from './commands/serve.ts';
import { settingsCommands } from './commands/settings.ts';
import { statusCommands } from './commands/status.ts';
import { syncCommands } from './commands/sync.ts';
import { tokenCommands } from './commands/token.ts';
import { webhookCommands } from './commands/webhook.ts';
import { workbookCommands } from './commands/workbook.ts';
import { helpInWords } from './help.ts';
import { text } from './speech.ts';
import { usageError } from './usage-error.ts';

const VERSION_FLAGS = ['-V', '--version'];

interface CommandFile {
  readonly addTo: (program: Command) => void;
  /** What it adds. */
  readonly names: readonly string[];
}

const GROUPS = {
  start: [
    { addTo: demoCommand, names: ['demo'] },
    { addTo: serveCommand, names: ['serve'] },
    { addTo: statusCommands, names: ['status'] },
    { addTo: doctorCommand, names: ['doctor'] },
  ],
  transactions: [
    { addTo: syncCommands, names: ['sync', 'import'] },
    { addTo: csvCommands, names: ['csv'] },
    { addTo: runCommands, names: ['runs', 'undo'] },
    { addTo: restoreCommands, names: ['restore'] },
    { addTo: ruleCommands, names: ['rule'] },
    { addTo: exportCommand, names: ['export'] },
  ],
  setUp: [
    { addTo: accountCommands, names: ['account'] },
    { addTo: connectionCommands, names: ['connection'] },
    { addTo: workbookCommands, names: ['workbook'] },
    { addTo: scheduleCommands, names: ['schedule'] },
    { addTo: settingsCommands, names: ['settings'] },
    { addTo: backupCommands, names: ['backup', 'restore-backup'] },
  ],
  scripts: [
    { addTo: apiCommand, names: ['api'] },
    { addTo: tokenCommands, names: ['token'] },
    { addTo: webhookCommands, names: ['webhook'] },
    { addTo: mailCommands, names: ['mail'] },
    { addTo: mcpCommand, names: ['mcp'] },
    { addTo: accessCommands, names: ['dashboard', 'certificate'] },
  ],
} as const satisfies Record<string, readonly CommandFile[]>;

interface ProgramOptions {
  /** Errors of usage are left to the caller, who writes them as JSON. */
  readonly json: boolean;
  /** What was typed, without the program's own name. */
  readonly args?: readonly string[];
}

/**
 * The command line: of `args` only what they ask for, which saves a start the words of all other commands; else the
 * whole. Bodies load the rooms that they need when they run, so that help and usage errors cost next to nothing.
 */
export function createProgram({ json, args = [] }: ProgramOptions): Command {
  const asked = askedFor(args);
  const say = text().program;
  const program = new Command('pennyrow')
    .description(say.about)
    .version(VERSION, VERSION_FLAGS.join(', '), say.version)
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
    for (const { addTo, names } of GROUPS[group] as readonly CommandFile[])
      if (asked === null || names.includes(asked)) addTo(program);
  }
  return program;
}

/**
 * The command that these begin with, or the option that tells the version; null where all have to be there: for help, and
 * to say that there is no such command.
 */
function askedFor(args: readonly string[]): string | null {
  const [first, ...rest] = args;
  if (first === undefined) return null;
  if (first === '--data-dir') return askedFor(rest.slice(1));
  if (['--json', '--debug'].includes(first) || first.startsWith('--data-dir=')) return askedFor(rest);
  const known = Object.values(GROUPS).flatMap((files) => files.flatMap(({ names }): readonly string[] => names));
  return [...VERSION_FLAGS, ...known].includes(first) ? first : null;
}
