import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

function names({ commands }: Command): string[] {
  return commands.map((command) => command.name());
}

const ALL = await createProgram({ json: false });

test.each(names(ALL))('the program creates at most two commands for %s, and keeps its full help', async (name) => {
  const program = await createProgram({ json: false, args: [name] });
  const helpIn = ({ commands }: Command): string | undefined =>
    commands.find((command) => command.name() === name)?.helpInformation();
  expect(program.commands.length).toBeLessThanOrEqual(2);
  expect(helpIn(program)).toBe(helpIn(ALL));
});

test.each([
  { args: ['--json', 'status'] },
  { args: ['--data-dir', 'token', 'status'] },
  { args: ['--data-dir=token', '--debug', 'status', '--help'] },
  { args: ['--account', 'token', 'status'] },
])('the program finds the command after global options: $args', async ({ args }) => {
  expect(names(await createProgram({ json: false, args }))).toEqual(['status']);
});

test('the program prints the same help if it has not loaded the subcommands', async () => {
  const program = await createProgram({ json: false, args: ['--help'] });
  expect(program.helpInformation()).toBe(ALL.helpInformation());
  expect(program.commands.flatMap(names)).not.toContain('revoke');
  expect(ALL.commands.flatMap(names)).toContain('revoke');
});

test('the program loads the subcommands of the command after --help', async () => {
  const program = await createProgram({ json: false, args: ['--help', 'token', 'revoke'] });
  expect(program.commands.flatMap(names)).toContain('revoke');
});

test('the program creates no command for --version', async () => {
  expect(names(await createProgram({ json: false, args: ['--json', '-V'] }))).toEqual([]);
});

test.each([
  { args: [] },
  { args: ['--help'] },
  { args: ['--help', 'status'] },
  { args: ['statsu'] },
  { args: ['--bogus', 'status'] },
])('the program creates all commands for the arguments $args', async ({ args }) => {
  expect(names(await createProgram({ json: false, args }))).toEqual(names(ALL));
});
