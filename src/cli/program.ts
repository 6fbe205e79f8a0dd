import { Command, type Argument, type HelpConfiguration, type Option } from 'commander';
import { VERSION } from '../platform/version.ts';
import { examples } from './command-action.ts';
import { text } from './locale.ts';

const VERSION_FLAGS = ['-V', '--version'];

interface CommandFile {
  /** Names of commands. A command in `PARENTS` has subcommands, which the same file defines. */
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command) => void>;
}

/** Commands with subcommands. The program's help shows only their descriptions, so it does not load their files. */
const PARENTS = [
  'account',
  'category',
  'connection',
  'csv',
  'rule',
  'runs',
  'schedule',
  'settings',
  'token',
  'webhook',
  'workbook',
] as const;

const GROUPS = {
  start: [
    { names: ['demo'], load: async () => (await import('./commands/demo.ts')).demoCommand },
    { names: ['serve'], load: async () => (await import('./commands/serve.ts')).serveCommand },
    { names: ['open', 'dashboard'], load: async () => (await import('./commands/access.ts')).openCommand },
    { names: ['sync', 'import'], load: async () => (await import('./commands/sync.ts')).syncCommands },
  ],
  transactions: [
    { names: ['transactions'], load: async () => (await import('./commands/transactions.ts')).transactionsCommand },
    { names: ['category'], load: async () => (await import('./commands/transactions.ts')).categoryCommands },
    { names: ['rule'], load: async () => (await import('./commands/rule.ts')).ruleCommands },
    { names: ['runs'], load: async () => (await import('./commands/runs.ts')).runCommands },
    { names: ['undo'], load: async () => (await import('./commands/runs.ts')).undoCommand },
    { names: ['restore'], load: async () => (await import('./commands/restore.ts')).restoreCommands },
    { names: ['csv'], load: async () => (await import('./commands/csv.ts')).csvCommands },
    { names: ['export'], load: async () => (await import('./commands/export.ts')).exportCommand },
  ],
  setUp: [
    { names: ['status'], load: async () => (await import('./commands/status.ts')).statusCommands },
    { names: ['doctor'], load: async () => (await import('./commands/doctor.ts')).doctorCommand },
    { names: ['account'], load: async () => (await import('./commands/account.ts')).accountCommands },
    { names: ['connection'], load: async () => (await import('./commands/connection.ts')).connectionCommands },
    { names: ['workbook'], load: async () => (await import('./commands/workbook.ts')).workbookCommands },
    { names: ['schedule'], load: async () => (await import('./commands/schedule.ts')).scheduleCommands },
    { names: ['settings'], load: async () => (await import('./commands/settings.ts')).settingsCommands },
    { names: ['backup', 'restore-backup'], load: async () => (await import('./commands/backup.ts')).backupCommands },
  ],
  scripts: [
    { names: ['api'], load: async () => (await import('./commands/api.ts')).apiCommand },
    { names: ['token'], load: async () => (await import('./commands/token.ts')).tokenCommands },
    { names: ['webhook'], load: async () => (await import('./commands/webhook.ts')).webhookCommands },
    { names: ['mcp'], load: async () => (await import('./commands/mcp.ts')).mcpCommand },
    { names: ['certificate'], load: async () => (await import('./commands/access.ts')).certificateCommand },
    {
      names: ['completion', 'man'],
      load: async () => {
        const { shellCommands } = await import('./commands/shell.ts');
        return shellCommands(() => createProgram({ json: false }));
      },
    },
  ],
} as const satisfies Record<string, readonly CommandFile[]>;

interface ProgramOptions {
  readonly json: boolean;
  readonly args?: readonly string[];
}

/** Loads only the requested command if `args` are given, otherwise all commands. */
export async function createProgram({ json, args }: ProgramOptions): Promise<Command> {
  const requested = requestedCommand(args ?? []);
  const strings = text().program;
  const program = new Command('pennyrow')
    .description(strings.about)
    .version(VERSION, VERSION_FLAGS.join(', '), strings.version)
    .helpOption('-h, --help', strings.help)
    .option('--data-dir <folder>', strings.dataDir)
    .option('--account <id|name>', text().option.account)
    .option('--json', strings.json)
    .option('--debug', strings.debug)
    .helpCommand('help [command...]', strings.helpOf)
    .configureHelp(translatedHelp())
    // reportProblem prints errors. With --json, also hides the help that Commander prints if a subcommand is missing.
    .configureOutput({ outputError: () => undefined, ...(json ? { writeErr: () => undefined } : {}) })
    .exitOverride()
    .addHelpText(
      'after',
      `\n${strings.after}\n${examples('pennyrow demo', 'pennyrow import january.ofx', 'pennyrow serve')}`,
    );
  for (const group of ['start', 'transactions', 'setUp', 'scripts'] as const) {
    program.commandsGroup(strings.group[group]);
    const files: readonly CommandFile[] = GROUPS[group];
    const loadedFiles = files.filter(({ names }) => requested === null || names.includes(requested));
    for (const add of await Promise.all(loadedFiles.map((file) => loadFile(file, args)))) add(program);
  }
  return program;
}

async function loadFile(
  { names, load }: CommandFile,
  args: readonly string[] | undefined,
): Promise<(program: Command) => void> {
  const parent = PARENTS.find((name) => names.includes(name));
  if (parent === undefined) return load();
  const add = args?.includes(parent) === false ? () => undefined : await load();
  return (program) => add(program.command(parent).description(text()[parent].about));
}

/** Replaces `help token create` by `token create --help`. */
export function withoutHelpCommand(args: readonly string[]): readonly string[] {
  const [first, ...path] = args;
  if (first !== 'help') return args;
  return path[0] === undefined || requestedCommand(path) !== null ? [...path, '--help'] : path;
}

function requestedCommand(args: readonly string[]): string | null {
  const [first, ...rest] = args;
  if (first === undefined) return null;
  if (first === '--data-dir' || first === '--account') return requestedCommand(rest.slice(1));
  if (['--json', '--debug'].includes(first) || /^--(?:data-dir|account)=/.test(first)) return requestedCommand(rest);
  const commandNames = Object.values(GROUPS).flatMap((files) => files.flatMap(({ names }): readonly string[] => names));
  return [...VERSION_FLAGS, ...commandNames].includes(first) ? first : null;
}

function translatedHelp(): HelpConfiguration {
  const strings = text().help;
  const titles: Readonly<Record<string, string>> = {
    'Usage:': strings.usage,
    'Arguments:': strings.arguments,
    'Options:': strings.options,
    'Global Options:': strings.globalOptions,
    'Commands:': strings.commands,
  };
  return {
    showGlobalOptions: true,
    minWidthToWrap: 20,
    styleTitle: (title) => titles[title] ?? title,
    optionDescription: describeOption,
    argumentDescription: describeOption,
    subcommandTerm: (command) => command.name(),
    // Shows only the first clause of a description. The help of the command itself shows all of it.
    subcommandDescription: (command) => command.description().split(/[;:] /, 1)[0] ?? '',
  };
}

function describeOption({ description, argChoices, defaultValue, required }: Option | Argument): string {
  const strings = text().help;
  const choices = argChoices?.map((choice) => JSON.stringify(choice)).join(', ');
  const more = [
    ...(choices === undefined ? [] : [strings.choices({ choices })]),
    ...(defaultValue === undefined || !required ? [] : [strings.default({ value: String(defaultValue) })]),
  ];
  return more.length === 0 ? description : `${description} (${more.join(', ')})`;
}
