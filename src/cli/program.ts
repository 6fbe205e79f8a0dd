import { Command, type HelpConfiguration, type Option } from 'commander';
import { VERSION } from '../platform/version.ts';
import { examples } from './answering.ts';
import { text } from './speech.ts';

const VERSION_FLAGS = ['-V', '--version'];

interface CommandFile {
  /** What it adds; one of `PARENTS` is there already, and gets its commands from the file. */
  readonly names: readonly string[];
  readonly load: () => Promise<(program: Command) => void>;
}

/** Have commands of their own and do nothing themselves, so that the help of the program needs no file of theirs. */
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
  /** Errors of usage are left to the caller, who writes them as JSON. */
  readonly json: boolean;
  /** What was typed, without the program's own name; absent for all that there is. */
  readonly args?: readonly string[];
}

/**
 * The command line: of `args` only what they ask for, which saves a start the files and words of all other commands; else
 * the whole. Bodies load the rooms that they need when they run, so that help and usage errors cost next to nothing.
 */
export async function createProgram({ json, args }: ProgramOptions): Promise<Command> {
  const asked = askedFor(args ?? []);
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
    const files: readonly CommandFile[] = GROUPS[group];
    const wanted = files.filter(({ names }) => asked === null || names.includes(asked));
    for (const add of await Promise.all(wanted.map((file) => loadFile(file, args)))) add(program);
  }
  return program;
}

/** What adds the commands of a file; of a parent only itself where none of `args` names it. */
async function loadFile(
  { names, load }: CommandFile,
  args: readonly string[] | undefined,
): Promise<(program: Command) => void> {
  const parent = PARENTS.find((name) => names.includes(name));
  if (parent === undefined) return load();
  const add = args?.includes(parent) === false ? () => undefined : await load();
  return (program) => add(program.command(parent).description(text()[parent].about));
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

/** What commander writes into every help itself, in the language of the terminal. */
function helpInWords(): HelpConfiguration {
  const say = text().help;
  const titles: Readonly<Record<string, string>> = {
    'Usage:': say.usage,
    'Arguments:': say.arguments,
    'Options:': say.options,
    'Global Options:': say.globalOptions,
    'Commands:': say.commands,
  };
  return {
    showGlobalOptions: true,
    minWidthToWrap: 20,
    styleTitle: (title) => titles[title] ?? title,
    optionDescription: describeOption,
  };
}

function describeOption({ description, argChoices, defaultValue, required }: Option): string {
  const say = text().help;
  const choices = argChoices?.map((choice) => JSON.stringify(choice)).join(', ');
  const more = [
    ...(choices === undefined ? [] : [say.choices({ choices })]),
    ...(defaultValue === undefined || !required ? [] : [say.default({ value: String(defaultValue) })]),
  ];
  return more.length === 0 ? description : `${description} (${more.join(', ')})`;
}

type Said = Readonly<Partial<Record<string, string>>>;

/**
 * What commander says of wrong usage, in the language of the terminal. Commander has it only as an English sentence, of
 * which this takes what is in it; one that it does not know stays as it is.
 */
function usageError(said: string): string {
  for (const [pattern, inOurWords] of PATTERNS) {
    const found = pattern.exec(said);
    if (found !== null) return `${inOurWords(found.groups ?? {})}\n`;
  }
  return said;
}

const SIMILAR = /(?:\n\(Did you mean (?:one of )?(?<similar>[^]*)\?\))?\n$/.source;

const PATTERNS: readonly (readonly [pattern: RegExp, inOurWords: (said: Said) => string])[] = [
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
