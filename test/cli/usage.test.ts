import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { format } from '../../src/cli/locale.ts';
import { VERSION } from '../../src/platform/version.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow } from './pennyrow.ts';

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

test('the help of every command explains its purpose and gives examples', async () => {
  const commands = leaves(await createProgram({ json: false }));
  expect(commands.length).toBeGreaterThan(30);
  for (const command of commands) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect(help).toMatch(/^Usage: pennyrow [^]+\n\n\S.+[^]+--data-dir [^]+\nExamples:\n {2}\S/);
  }
});

test('the help of the program lists its exit codes', async () => {
  const help = await pennyrow(temporaryFolder(), '--help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toMatch(/Exit codes:\n {2}0 {2}it succeeded\n {2}1 {2}it failed.*\n {2}2 {2}wrong usage/);
  expect((await pennyrow(temporaryFolder(), '--version')).stdout).toBe(`${VERSION}\n`);
});

test.each([
  { args: ['bogus'], says: 'There is no command “bogus”.' },
  { args: ['sync', '--acount', 'x'], says: '--account' },
  { args: ['import'], says: 'The argument “file” is missing.' },
  { args: ['token', 'create'], says: '--name' },
  { args: ['token', 'create', '--name', 'X', '--scope', 'admin'], says: 'Choose from read, write.' },
  { args: ['token'], says: 'Usage: pennyrow token' },
  { args: ['export', '--from', '2026-02-30'], says: 'YYYY-MM-DD' },
  {
    args: ['export', '--from', '2026-02-02', '--to', '2026-02-01'],
    says: `${format().day('2026-02-02')} is later than ${format().day('2026-02-01')}.`,
  },
  { args: ['serve', '--port', 'x'], says: 'Give it a whole number from 0 to 65535.' },
  { args: ['undo'], says: 'Give its id, or --last.' },
])('incorrect usage exits with 2 and explains the error: $args', async ({ args, says }) => {
  const refused = await pennyrow(temporaryFolder(), ...args);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(says);
  expect(refused.stderr).not.toMatch(/^ +at /m);
});

test.each([{ args: ['bogus'] }, { args: ['token'] }, { args: ['export', '--format', 'csv'] }])(
  'incorrect usage with --json prints one line of JSON: $args',
  async ({ args }) => {
    const refused = await pennyrow(temporaryFolder(), ...args, '--json');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    const { error } = JSON.parse(refused.stderr) as { error: Record<string, string> };
    expect(Object.keys(error)).toEqual(['code', 'message', 'remedy']);
    expect(error['code']).toMatch(/^input_/);
  },
);

test('--data-dir overrides the environment, before and after the command', async () => {
  const [usual, chosen] = [temporaryFolder(), temporaryFolder()];
  for (const args of [
    ['--data-dir', chosen, 'status', '--json'],
    ['status', '--json', '--data-dir', chosen],
  ]) {
    expect((await pennyrow(usual, ...args)).json()).toMatchObject({ dataFolder: chosen });
  }
});

test('a stack trace is printed only with --debug', async () => {
  const folder = temporaryFolder();
  const plain = await pennyrow(folder, 'runs', 'show', 'run_unknown');
  expect(plain.stderr).toBe('pennyrow: There is no run run_unknown.\n  List the runs with `pennyrow runs`.\n');
  const traced = await pennyrow(folder, 'runs', 'show', 'run_unknown', '--debug');
  expect(traced.stderr).toMatch(/^ +at /m);
});
