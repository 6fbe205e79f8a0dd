import { Command, type HelpConfiguration, type Option } from 'commander';
import { VERSION } from '../platform/version.ts';
import { examples } from './command-action.ts';
import { text } from './locale.ts';

const VERSION_FLAGS = ['-V', '--version'];

interface CommandFile {
  /** The commands; a name in `PARENTS` gets its subcommands from the file. */
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command) => void>;
}

/** They only have subcommands, so the help of the program does not load their files. */
const PARENTS = [
  'account',
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
    { names: ['status'], load: async () => (await import('./commands/status.ts')).statusCommands },
    { names: ['doctor'], load: async () => (await import('./commands/doctor.ts')).doctorCommand },
  ],
  transactions: [
    { names: ['sync', 'import'], load: async () => (await import('./commands/sync.ts')).syncCommands },
    { names: ['csv'], load: async () => (await import('./commands/csv.ts')).csvCommands },
    { names: ['runs'], load: async () => (await import('./commands/runs.ts')).runCommands },
    { names: ['undo'], load: async () => (await import('./commands/runs.ts')).undoCommand },
    { names: ['restore'], load: async () => (await import('./commands/restore.ts')).restoreCommands },
    { names: ['rule'], load: async () => (await import('./commands/rule.ts')).ruleCommands },
    { names: ['export'], load: async () => (await import('./commands/export.ts')).exportCommand },
  ],
  setUp: [
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
    { names: ['dashboard', 'certificate'], load: async () => (await import('./commands/access.ts')).accessCommands },
  ],
} as const satisfies Record<string, readonly CommandFile[]>;

interface ProgramOptions {
  readonly json: boolean;
  readonly args?: readonly string[];
}

/** With `args`, loads only the files and texts of the requested command. */
export async function createProgram({ json, args }: ProgramOptions): Promise<Command> {
  const requested = requestedCommand(args ?? []);
  const strings = text().program;
  const program = new Command('pennyrow')
    .description(strings.about)
    .version(VERSION, VERSION_FLAGS.join(', '), strings.version)
    .helpOption('-h, --help', strings.help)
    .option('--data-dir <folder>', strings.dataDir)
    .option('--json', strings.json)
    .option('--debug', strings.debug)
    .helpCommand(false)
    .showHelpAfterError(strings.seeHelp)
    .configureHelp(translatedHelp())
    .configureOutput(
      json ? { writeErr: () => undefined } : { outputError: (message, write) => write(usageError(message)) },
    )
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

function requestedCommand(args: readonly string[]): string | null {
  const [first, ...rest] = args;
  if (first === undefined) return null;
  if (first === '--data-dir') return requestedCommand(rest.slice(1));
  if (['--json', '--debug'].includes(first) || first.startsWith('--data-dir=')) return requestedCommand(rest);
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
  };
}

function describeOption({ description, argChoices, defaultValue, required }: Option): string {
  const strings = text().help;
  const choices = argChoices?.map((choice) => JSON.stringify(choice)).join(', ');
  const more = [
    ...(choices === undefined ? [] : [strings.choices({ choices })]),
    ...(defaultValue === undefined || !required ? [] : [strings.default({ value: String(defaultValue) })]),
  ];
  return more.length === 0 ? description : `${description} (${more.join(', ')})`;
}

type ErrorParts = Readonly<Partial<Record<string, string>>>;

/** Commander has English sentences only, so this extracts the values; unknown sentences remain English. */
function usageError(message: string): string {
  for (const [pattern, translate] of PATTERNS) {
    const found = pattern.exec(message);
    if (found !== null) return `${translate(found.groups ?? {})}\n`;
  }
  return message;
}

const SIMILAR = /(?:\n\(Did you mean (?:one of )?(?<similar>[^]*)\?\))?\n$/.source;

const PATTERNS: readonly (readonly [pattern: RegExp, translate: (message: ErrorParts) => string])[] = [
  [
    new RegExp(`^error: unknown option '(?<flag>[^]*?)'${SIMILAR}`),
    ({ flag = '', similar = null }) => text().usage.unknownOption({ flag, similar }),
  ],
  [
    new RegExp(`^error: unknown command '(?<name>[^]*?)'${SIMILAR}`),
    ({ name = '', similar = null }) => text().usage.unknownCommand({ name, similar }),
  ],
  [/^error: missing required argument '(?<name>.*)'\n$/, ({ name = '' }) => text().usage.missingArgument({ name })],
  [
    /^error: option '(?<flags>.*)' argument missing\n$/,
    ({ flags = '' }) => text().usage.optionMissingArgument({ flags }),
  ],
  [
    /^error: required option '(?<flags>.*)' not specified\n$/,
    ({ flags = '' }) => text().usage.missingMandatoryOptionValue({ flags }),
  ],
  [
    /^error: option '(?<one>.*)' cannot be used with option '(?<another>.*)'\n$/,
    ({ one = '', another = '' }) => text().usage.conflictingOption({ one, another }),
  ],
  [
    /^error: too many arguments[^]*\. Expected (?<expected>\d+) arguments? but got (?<received>\d+): (?<details>[^]*)\.\n$/,
    ({ expected = '', received = '', details = '' }) => text().usage.excessArguments({ expected, received, details }),
  ],
  [
    /^error: option '(?<flags>.*?)' argument '(?<value>[^]*)' is invalid\. (?:Allowed choices are (?<choices>.*)\.|(?<why>.*))\n$/,
    ({ flags = '', value = '', choices, why = '' }) =>
      text().usage.invalidOption({
        flags,
        value,
        why: choices === undefined ? why : text().usage.allowed({ choices }),
      }),
  ],
];
