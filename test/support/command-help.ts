import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';

/** The help of every command as Markdown, without the options that all commands have. */
export async function commandHelp(): Promise<string> {
  return leaves(await createProgram({ json: false }))
    .map((command) => `### ${pathOf(command)}\n\n\`\`\`\n${helpOf(command)}\n\`\`\`\n`)
    .join('\n');
}

function leaves(command: Command): Command[] {
  const own =
    command.parent === null || command.registeredArguments.length + command.options.length === 0 ? [] : [command];
  return command.commands.length === 0 ? [command] : [...own, ...command.commands.flatMap(leaves)];
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function helpOf(command: Command): string {
  let help = '';
  command
    .configureHelp({ ...command.configureHelp(), showGlobalOptions: false })
    .configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 100, getOutHasColors: () => false })
    .outputHelp();
  return help
    .replace(/^ +-h, --help .*\n/m, '')
    .replace(/\nOptions:\n(?=\n)/, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
