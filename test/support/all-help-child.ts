/**
 * Prints the output of `--help` for every command and group from one process, which avoids a hundred process starts:
 *
 *   node all-help-child.ts ROOT
 *
 * ROOT is a checkout with compiled messages. PENNYROW_LANGUAGE sets the language. The output is a JSON array.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import type * as program from '../../src/cli/program.ts';
import type * as locale from '../../src/cli/locale.ts';

export interface CommandHelp {
  /** For example "token create". */
  readonly command: string;
  readonly help: string;
}

const room = pathToFileURL(join(process.argv[2] ?? '', 'src/cli/')).href;
const { loadLocale } = (await import(`${room}locale.ts`)) as typeof locale;
await loadLocale(process.env);
const { createProgram } = (await import(`${room}program.ts`)) as typeof program;
process.stdout.write(JSON.stringify(helpBelow(await createProgram({ json: false }), [])));

function helpBelow(group: Command, path: readonly string[]): CommandHelp[] {
  return group.commands.flatMap((command) => {
    const own = [...path, command.name()];
    return [{ command: own.join(' '), help: helpOf(command) }, ...helpBelow(command, own)];
  });
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}
