import { describe, expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { atTerminal, HAS_TERMINAL } from '../support/at-terminal.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementFile } from './pennyrow.ts';

const MANY = Array.from({ length: 11 }, (_, number) => `Grocer ${number}`);

async function imported(names: readonly string[]): Promise<{ folder: string; rows: () => Promise<number> }> {
  const folder = temporaryFolder();
  expect((await pennyrow(folder, 'import', statementFile(folder, names))).code).toBe(0);
  const rows = async () => (await pennyrow(folder, 'export', '--format', 'json')).json<readonly unknown[]>().length;
  return { folder, rows };
}

describe('an undo of many rows', () => {
  test('needs --yes without a terminal', async () => {
    const { folder, rows } = await imported(MANY);
    const refused = await pennyrow(folder, 'undo', '--last');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'This undo removes or changes 11 rows of your workbook. Run the same command with --yes to do it.',
    );
    expect(await rows()).toBe(11);
    const done = await pennyrow(folder, 'undo', '--last', '--yes', '--json');
    expect(done.json<Run>()).toMatchObject({ status: 'succeeded', counts: { removed: 11 } });
    expect(await rows()).toBe(0);
  });

  test.skipIf(!HAS_TERMINAL).each([
    ['n', 1, 11],
    ['', 1, 11],
    ['y', 0, 0],
  ])('shows the number of rows at a terminal and asks; the answer is %j', async (answer, code, left) => {
    const { folder, rows } = await imported(MANY);
    const { screen, ended } = atTerminal(folder, [answer], 'undo', '--last');
    expect(await ended).toBe(code);
    expect(screen()).toContain('11 rows of your workbook.');
    expect(screen()).toContain('Continue? [y/N]');
    expect(await rows()).toBe(left);
  });
});

describe.each([
  ['connection remove', ['connection', 'remove', 'Demo bank'], 'removes the connection “Demo bank”'],
  ['workbook disconnect', ['workbook', 'disconnect'], 'will have no workbook'],
  ['rule apply', ['rule', 'apply'], 'The rules set the category of 11 rows'],
] as const)('%s', (_name, args, says) => {
  async function prepared(): Promise<string> {
    const { folder } = await imported(MANY);
    expect((await pennyrow(folder, 'connection', 'add', 'demo')).code).toBe(0);
    expect((await pennyrow(folder, 'rule', 'add', 'grocer', 'Food')).code).toBe(0);
    return folder;
  }

  const state = async (folder: string) => [
    (await pennyrow(folder, 'connection', 'list', '--json')).json<readonly unknown[]>().length,
    (await pennyrow(folder, 'workbook', 'show', '--json')).json<object | null>() !== null,
    (await pennyrow(folder, 'rule', 'apply', '--dry-run', '--json')).json<{ readonly count: number }>().count,
  ];

  test('needs --yes without a terminal', async () => {
    const folder = await prepared();
    const before = await state(folder);
    const refused = await pennyrow(folder, ...args);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(says);
    expect(await state(folder)).toEqual(before);
    expect((await pennyrow(folder, ...args, '--yes')).code).toBe(0);
  });

  test.skipIf(!HAS_TERMINAL)('asks at a terminal', async () => {
    const folder = await prepared();
    const { screen, ended } = atTerminal(folder, ['n'], ...args);
    expect(await ended).toBe(1);
    expect(screen()).toContain('Continue? [y/N]');
    expect(await atTerminal(folder, ['y'], ...args).ended).toBe(0);
  });
});

test('an undo of a few rows needs no confirmation', async () => {
  const { folder, rows } = await imported(MANY.slice(1));
  expect((await pennyrow(folder, 'undo', '--last')).code).toBe(0);
  expect(await rows()).toBe(0);
});
