import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

function names({ commands }: Command): string[] {
  return commands.map((command) => command.name());
}

const ALL = await createProgram({ json: false });

test.each(names(ALL))('creates at most two commands for %s, with the same help as among all commands', async (name) => {
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
])('accepts global options before the command: $args', async ({ args }) => {
  expect(names(await createProgram({ json: false, args }))).toEqual(['status']);
});

test('prints the same program help when parent commands load without their subcommands', async () => {
  const program = await createProgram({ json: false, args: ['--help'] });
  expect(program.helpInformation()).toBe(ALL.helpInformation());
  expect(program.commands.flatMap(names)).not.toContain('revoke');
  expect(ALL.commands.flatMap(names)).toContain('revoke');
});

test('finds the command after a global option', async () => {
  const program = await createProgram({ json: false, args: ['--help', 'token', 'revoke'] });
  expect(program.commands.flatMap(names)).toContain('revoke');
});

test('creates no command for --version', async () => {
  expect(names(await createProgram({ json: false, args: ['--json', '-V'] }))).toEqual([]);
});

test.each([
  { args: [] },
  { args: ['--help'] },
  { args: ['--help', 'status'] },
  { args: ['statsu'] },
  { args: ['--bogus', 'status'] },
])('lists all commands for $args', async ({ args }) => {
  expect(names(await createProgram({ json: false, args }))).toEqual(names(ALL));
});
