import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import * as kinds from '../../src/sources/kinds.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runWarm } from '../support/warm-program.ts';
import { cleanEnvironment, ended, runPennyrow, spawnPennyrow, statementFile, type Ended } from './pennyrow.ts';
import { IS_WHOLE } from '../support/cases.ts';

/** Kinds of connections that read credentials from a pipe. Empty credentials are rejected before any network request. */
const BANKS = Object.values(kinds).filter(({ group, id }) => group === 'bank' && id !== 'own-program');

/** Every command except `LASTING`, in the order of their runs on one folder. A second element is the piped input. */
const COMMANDS: readonly (string | readonly [command: string, input: string])[] = [
  'status',
  'connection add demo --name Demo',
  'sync --json',
  'import january.ofx',
  'import missing.ofx',
  'status',
  'doctor',
  'csv show bank.csv',
  'csv map bank.csv --of Giro --currency EUR',
  'csv list',
  'csv forget none',
  'runs list',
  'runs show none',
  'undo',
  'restore',
  'restore forget',
  'rule add coffee Coffee',
  'rule list',
  'rule try coffee',
  'rule check',
  'rule edit 1 coffee* Cafés',
  'rule move 1 1',
  'rule apply',
  'rule delete 9',
  'rule import',
  'export --format csv',
  'account balances',
  'account accept-difference Nowhere 2026-01-01',
  'account same Nowhere Elsewhere',
  'account list',
  'account add Ours',
  'account update Ours --name Theirs',
  'account remove Theirs --yes',
  ...BANKS.map(({ id }) => [`connection add ${id}`, ''] as const),
  ['connection add simplefin', 'no token\n'],
  'connection add own-program -- no-such-program',
  'connection add statements --folder .',
  'connection ways de',
  'connection reauthorise Demo',
  'connection test Demo',
  'connection backfill Demo',
  'connection answers Demo',
  'connection set Demo --booked',
  'connection pause Demo',
  'connection resume Demo',
  'connection list',
  'connection remove Demo',
  'workbook show',
  'workbook columns',
  'workbook balances',
  'workbook new-rows',
  'workbook connect missing.xlsx',
  'workbook connect google --service-account missing.json',
  'workbook google-client show',
  ['workbook google-client set', ''],
  'workbook google-client remove',
  'workbook disconnect',
  'workbook create Other.xlsx',
  'schedule set 07:30',
  'schedule pause',
  'schedule resume',
  'schedule show --json',
  'schedule remove',
  'settings set --syncs-per-hour 5',
  'settings show',
  'token create --name Notebook --scope read',
  'token list',
  'token revoke none',
  ['webhook add --name Phone', 'http://192.168.1.7/hook\n'],
  'webhook add https://localhost:9/hook --name Phone',
  'webhook list',
  'webhook test none',
  'webhook deliveries Phone',
  'webhook resend Phone',
  'webhook rotate Phone',
  'webhook enable Phone',
  'webhook remove Phone',
  'certificate',
  'open',
  'dashboard',
  'transactions --limit 3',
  'category list',
  'category set Rent none',
  'completion bash',
  'man',
  'api /schedule',
  'backup none/copy.age',
  'restore-backup missing.age',
  'sync --unknown',
  'nonsense',
];

/** The exit code for wrong arguments. */
const REJECTED = 2;

/** The id of a token: eight random bytes in base64url. */
const TOKEN_ID = /(?<![\w-])[\w-]{11}(?![\w-])/g;

/** Commands that run until a signal arrives, which always need a separate process. */
const LASTING: ReadonlySet<string> = new Set(['demo', 'serve', 'mcp']);

test('a command has the same output after other commands in one process as in a separate process', async () => {
  const [warm, own] = [folderOfFiles(), folderOfFiles()];
  const shown = new Set<string>();
  for (const step of COMMANDS) {
    const [line, input] = typeof step === 'string' ? [step, ''] : step;
    const args = line.split(' ');
    const inWarm = await runPennyrow(warm, args, {}, input);
    // A separate process is slow, so it runs only the first command of each group with the same exit code.
    const kind =
      inWarm.code === REJECTED ? 'rejected' : `${args[0]} ${inWarm.code} ${inWarm.stderr === '' ? 'quiet' : 'warns'}`;
    const isOwn = IS_WHOLE || !shown.has(kind);
    shown.add(kind);
    const inOwn = await (isOwn ? ended(spawnPennyrow(own, args, {}, input)) : runPennyrow(own, args, {}, input));
    expect({ line, ...comparable(inWarm, warm) }).toEqual({ line, ...comparable(inOwn, own) });
  }
});

test('a process for several commands exits once nothing keeps it alive, even if a command still awaits a promise', async () => {
  const folder = temporaryFolder();
  const entry = join(folder, 'forgotten.js');
  const waiting = "process.once('beforeExit', () => console.error('left')); setTimeout(answer, 60_000).unref();";
  writeFileSync(entry, `const { promise, resolve: answer } = Promise.withResolvers(); ${waiting} await promise;`);
  const request = { args: [], folder, environment: cleanEnvironment() };
  for (const input of ['', null])
    expect(await runWarm(entry, { ...request, input })).toMatchObject({ stderr: 'left\n', code: 13, isLast: true });
});

test('the list of tested commands contains every command', async () => {
  const lines = COMMANDS.map((step) => (typeof step === 'string' ? step : step[0]));
  const missing = leaves(await createProgram({ json: false })).filter(
    (name) => !LASTING.has(name) && !lines.some((line) => `${line} `.startsWith(`${name} `)),
  );
  expect(
    missing,
    'Add each command to COMMANDS of this file, and one that reads the spreadsheet also to COMMANDS of test/first-contact/world/google-reaches.ts.',
  ).toEqual([]);
});

function folderOfFiles(): string {
  const folder = temporaryFolder();
  statementFile(folder, ['Coffee Corner', 'Rent']);
  writeFileSync(join(folder, 'bank.csv'), 'Date;Payee;Amount\n2026-01-30;Baker;-3,50\n2026-01-31;Rent;-700,00\n');
  return folder;
}

/** Replaces ids, times and paths, which differ for each folder. */
function comparable({ code, stdout, stderr }: Ended, folder: string): object {
  const plain = (text: string): string =>
    text
      .replaceAll(folder, 'FOLDER')
      // Before the tokens' ids, because a part of a secret may look like one.
      .replaceAll(/whsec_\S+/g, '#')
      .replaceAll(TOKEN_ID, '#')
      .replaceAll(/[^\s"]*\d[^\s"]*/g, '#')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[A-Z][a-z]{2} #( #)+( [AP]M)?/g, '#');
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}

function leaves(group: Command, path: readonly string[] = []): string[] {
  return group.commands.flatMap((command) => {
    const own = [...path, command.name()];
    return command.commands.length === 0 ? [own.join(' ')] : leaves(command, own);
  });
}
