import { Argument, type Command } from 'commander';
import { VERSION } from '../../platform/version.ts';
import { addCommand } from '../command-action.ts';
import { text } from '../locale.ts';

/** A command or subcommand for the completion scripts. `path` is a space and the names, such as " token create". */
interface Place {
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly (Word & { readonly choices: readonly string[] })[];
}

interface Word {
  readonly name: string;
  readonly description: string;
}

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** `loadAll` creates the program with all commands, because the completion scripts and the manual must list each of them. */
export function shellCommands(loadAll: () => Promise<Command>): (program: Command) => void {
  return (program) => {
    const { completion, man } = text();
    addCommand(program, 'completion', completion.about, [
      'source <(pennyrow completion bash)',
      'pennyrow completion zsh > "${fpath[1]}/_pennyrow"',
      'pennyrow completion fish > ~/.config/fish/completions/pennyrow.fish',
    ])
      .addArgument(new Argument('<shell>', completion.shell).choices(Object.keys(SHELLS)))
      .action(async (shell: keyof typeof SHELLS) => {
        process.stdout.write(SHELLS[shell](placesOf(await loadAll(), '')));
      });
    addCommand(program, 'man', man, [
      'pennyrow man | man -l -',
      'pennyrow man > ~/.local/share/man/man1/pennyrow.1',
    ]).action(async () => {
      process.stdout.write(manPage(await loadAll()));
    });
  };
}

function placesOf(command: Command, path: string): Place[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((each) => path === '' || each.name() !== 'help');
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const place: Place = {
    path,
    commands: [
      ...commands.map((each) => ({ name: each.name(), description: each.description() })),
      ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
        argChoices.map((name) => ({ name, description })),
      ),
    ],
    options: options.flatMap(({ long, description, argChoices: choices = [] }) =>
      long == null ? [] : [{ name: long, description, choices }],
    ),
  };
  return [place, ...commands.flatMap((each) => placesOf(each, `${path} ${each.name()}`))];
}

/** Shell code that appends the typed word to `place` if both together name a command. */
function findPlace(places: readonly Place[]): string {
  const paths = places.slice(1).map(({ path }) => `"${path}"`);
  return `    case "$place $word" in ${paths.join('|')}) place="$place $word";; esac`;
}

function bashScript(places: readonly Place[]): string {
  const choices = places.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map((option) => `    "${path} ${option.name}") words='${option.choices.join(' ')}';;`),
  );
  const words = places.map(({ path, commands, options }) => {
    const all = [...commands, ...options].map(({ name }) => name);
    return `    "${path}") words='${all.join(' ')}';;`;
  });
  return `_pennyrow() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" place='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${findPlace(places)}
  done
  case "$place $prev" in
${choices.join('\n')}
    *) case "$place" in
${words.join('\n')}
    esac
    # Options only after a dash, so that arguments complete to file names.
    [[ $cur == -* ]] || words=" $words" words="\${words%% --*}";;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _pennyrow pennyrow
`;
}

function zshScript(places: readonly Place[]): string {
  const entry = ({ name, description }: Word): string => quoted(`${name.replaceAll(':', '\\:')}:${description}`);
  const cases = places.map(
    ({ path, commands, options }) =>
      `    "${path}") commands=(${commands.map(entry).join(' ')}) options=(${options.map(entry).join(' ')});;`,
  );
  return `#compdef pennyrow
_pennyrow() {
  local place='' word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
${findPlace(places)}
  done
  case "$place" in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe option options
  elif (( $#commands )); then _describe command commands
  else _files
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _pennyrow "$@"; else compdef _pennyrow pennyrow; fi
`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, options }) => {
    const here = `complete -c pennyrow -n 'test (__pennyrow_place) = "${path}"'`;
    return [
      ...commands.map(({ name, description }) => `${here} -f -a ${name} -d ${quoted(description, '\\')}`),
      ...options.map(({ name, description, choices }) => {
        const values = choices.length === 0 ? '' : ` -x -a '${choices.join(' ')}'`;
        return `${here} -l ${name.slice(2)}${values} -d ${quoted(description, '\\')}`;
      }),
    ];
  });
  return `function __pennyrow_place
  set -l place ''
  for word in (commandline -opc)[2..]
    if contains -- "$place $word" ${places
      .slice(1)
      .map(({ path }) => `"${path}"`)
      .join(' ')}
      set place "$place $word"
    end
  end
  echo -- "$place"
end
${lines.join('\n')}
`;
}

function quoted(text: string, escape = String.raw`'\'`): string {
  return `'${text.replaceAll("'", `${escape}'`)}'`;
}

function manPage(program: Command): string {
  const places = allCommands(program);
  return [
    `.TH PENNYROW 1 "" "Pennyrow ${VERSION}"`,
    '.SH NAME',
    roff(`pennyrow - ${program.description()}`),
    ...places.flatMap((command, index) => [
      index === 0 ? '.SH SYNOPSIS' : `.SS "${pathOf(command)}"`,
      '.nf',
      roff(index === 0 ? helpOf(command) : helpOf(command).replace(/^.*\n\n/, '')),
      '.fi',
      ...(index === 0 ? ['.SH COMMANDS'] : []),
    ]),
    '',
  ].join('\n');
}

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function helpOf(command: Command): string {
  let help = '';
  command
    .configureHelp({ ...command.configureHelp(), showGlobalOptions: false })
    .configureOutput({ writeOut: (line) => (help += line), getOutHelpWidth: () => 72, getOutHasColors: () => false })
    .outputHelp();
  return help.trim();
}

function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
}
