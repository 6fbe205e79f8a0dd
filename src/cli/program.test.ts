import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

function names({ commands }: Command): string[] {
  return commands.map((command) => command.name());
}

const ALL = createProgram({ json: false });

test.each(names(ALL))('the command %s is made with few others, and its help is the same', (name) => {
  const program = createProgram({ json: false, args: [name] });
  const helpIn = ({ commands }: Command): string | undefined =>
    commands.find((command) => command.name() === name)?.helpInformation();
  expect(program.commands.length).toBeLessThanOrEqual(2);
  expect(helpIn(program)).toBe(helpIn(ALL));
});

test.each([
  { args: ['--json', 'status'] },
  { args: ['--data-dir', 'token', 'status'] },
  { args: ['--data-dir=token', '--debug', 'status', '--help'] },
])('options of the program stand before its command: $args', ({ args }) => {
  expect(names(createProgram({ json: false, args }))).toEqual(['status']);
});

test('the version needs no command', () => {
  expect(names(createProgram({ json: false, args: ['--json', '-V'] }))).toEqual([]);
});

test.each([
  { args: [] },
  { args: ['--help'] },
  { args: ['--help', 'status'] },
  { args: ['statsu'] },
  { args: ['--bogus', 'status'] },
])('all commands are there for $args', ({ args }) => {
  expect(names(createProgram({ json: false, args }))).toEqual(names(ALL));
});
