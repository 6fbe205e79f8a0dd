import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findProgram } from '../support/programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { shellIn, type BankShell } from './world/bank-shell.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples/own-program');
const STAND_IN = join(import.meta.dirname, '../fixtures/fints-stand-in');

const SHOPS = `
const say = (line) => console.log(JSON.stringify(line));
say({ type: 'schema', version: 1 });
say({ type: 'account', id: '1', name: 'Giro', currency: 'EUR' });
const shop = { type: 'transaction', account: '1', date: process.env.PENNYROW_TODAY, amount: '-12.30' };
say({ ...shop, id: 'A', description: 'Bakery' });
say({ ...shop, id: 'B', amount: '2500', description: 'Salary' });
`;

interface AtProgram {
  readonly shell: BankShell;
  readonly file: string;
  /** Replaces the source of the program. */
  become(source: string): void;
  add(more?: readonly string[], input?: string): ReturnType<BankShell['run']>;
}

function atProgram(source = SHOPS): AtProgram {
  const file = join(temporaryFolder(), 'bank.mjs');
  const become = (next: string): void => writeFileSync(file, next, { mode: 0o600 });
  become(source);
  const shell = shellIn(temporaryFolder());
  const add: AtProgram['add'] = (more = [], input = '') =>
    shell.run(['connection', 'add', 'own-program', '--name', 'My bank', ...more, '--', process.execPath, file], input);
  return { shell, file, become, add };
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Rows without their dates, which depend on the current day. */
const texts = async (shell: BankShell): Promise<string[]> => (await shell.rows()).map((row) => row.slice(11));

test('a program is tested and saved, its rows are added once, and its output can be shown', async () => {
  const { shell, add } = atProgram();
  const added = await add();
  expect([added.code, flat(added.stdout)]).toEqual([0, expect.stringContaining('bank.mjs answers, with 1 account.')]);
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 2 } });
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
  expect(await texts(shell)).toEqual(['-12.30 Bakery', '2500.00 Salary']);
  expect((await shell.run(['connection', 'test', 'My bank'])).stdout).toMatch(/Giro +EUR/);
  expect((await shell.run(['connection', 'answers', 'My bank'])).stdout).toContain('output');
});

test('secrets are requested by name, passed to the program, and encrypted', async () => {
  const { shell, add } = atProgram(`if (process.env.USER_ID !== 'ann' || process.env.PIN !== 'pin-4815162342') {
    console.error('refused ' + process.env.PIN); process.exit(77); } ${SHOPS}`);
  const names = ['--secret-name', 'USER_ID', '--secret-name', 'PIN'];
  const wrong = await add(names, 'ann\n99999\n');
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(flat(wrong.stderr)).toContain('bank.mjs asks you to sign in again. It says: “refused [redacted]”');
  expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
  expect((await add(names, 'ann\npin-4815162342\n')).code).toBe(0);
  expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 2 } });
  const replaced = await shell.run(['connection', 'reauthorise', 'My bank'], 'ann\npin-4815162342\n');
  expect(replaced.code).toBe(0);
  const database = readFileSync(join(shell.folder, 'pennyrow.db')).toString('latin1');
  expect(database).not.toContain('pin-4815162342');
});

/** A behavior of the program, and the resulting message. */
const MISBEHAVIOR = {
  'fails after it has printed all': [`${SHOPS} console.error('no route'); process.exit(3);`, /exit code 3.*“no route”/],
  'asks for later': [`${SHOPS} process.exit(75);`, /asks to be run later/],
  'prints half a line': [`${SHOPS} process.stdout.write('{"type":"tr');`, /Line 5 .* breaks off/],
  dies: [`${SHOPS} process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 9);`, /(signal SIGKILL|exit code 1)/],
  'never ends': [`${SHOPS} process.on('SIGTERM', () => {}); setInterval(() => {}, 9);`, /did not end within 3 /],
} as const;

describe('a program that misbehaves', () => {
  test('is reported for each kind of fault without changing a row, and afterwards each row is written once', async () => {
    const { shell, become, add } = atProgram();
    await add(['--time-limit', '3']);
    for (const [what, [source, expected]] of Object.entries(MISBEHAVIOR)) {
      become(source);
      const failed = await shell.run(['sync']);
      const output = flat(failed.stdout);
      expect([what, failed.code, output, failed.stderr]).toEqual([what, 1, expect.stringMatching(expected), '']);
      expect([what, await shell.rows()]).toEqual([what, []]);
    }
    become(SHOPS);
    expect((await shell.run(['sync'])).stdout).toContain('2 added');
    expect(await texts(shell)).toEqual(['-12.30 Bakery', '2500.00 Salary']);
  });

  test.skipIf(process.platform === 'win32')('is not run if other users can write to its file', async () => {
    const { file, add } = atProgram();
    chmodSync(file, 0o606);
    const refused = await add();
    expect(refused.code).toBe(1);
    expect(flat(refused.stderr)).toContain(`chmod go-w ${file}`);
  });

  test('is reported with its path if it does not exist', async () => {
    const { shell } = atProgram();
    const missing = await shell.run(['connection', 'add', 'own-program', '--', './nowhere.py']);
    expect([missing.code, flat(missing.stderr)]).toEqual([
      1,
      expect.stringContaining(`There is no program ${join(shell.folder, 'nowhere.py')}.`),
    ]);
  });
});

describe('the example programs', () => {
  test('include a folder of JSON files: overlapping downloads add each transaction once', async () => {
    const downloads = temporaryFolder();
    const day = new Date().toISOString().slice(0, 10);
    const booking = (reference: string, cents: number, party: string) => ({
      reference,
      bookedOn: day,
      cents,
      with: party,
      purpose: `No. ${reference}`,
    });
    const download = (name: string, bookings: object[]): void =>
      writeFileSync(
        join(downloads, name),
        JSON.stringify({
          iban: 'DE02120300000000202051',
          product: 'Giro',
          currency: 'EUR',
          bookings,
          saldo: { on: day, cents: 104_250 },
        }),
      );
    download('1.json', [booking('A1', -1230, 'Bakery'), booking('A2', -5, 'Fee')]);
    download('2.json', [booking('A2', -5, 'Fee'), booking('A3', 250_000, 'Employer')]);
    const shell = shellIn(temporaryFolder());
    const program = [process.execPath, join(EXAMPLES, 'bank-json-folder.mjs'), downloads];
    expect((await shell.run(['connection', 'add', 'own-program', '--', ...program])).code).toBe(0);
    expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 3 } });
    expect(await texts(shell)).toEqual(['-0.05 Fee - No. A2', '-12.30 Bakery - No. A1', '2500.00 Employer - No. A3']);
    writeFileSync(join(downloads, '3.json'), 'not yet whole');
    expect((await shell.sync()).run).toMatchObject({ status: 'failed' });
  });

  const python = findProgram(['python3', 'python']);

  test.skipIf(python === null)('include FinTS, tested with a stub for its library', async () => {
    const state = join(temporaryFolder(), 'bank');
    const shell = shellIn(temporaryFolder());
    const fints = (fault: string): string[] =>
      [
        'BLZ=12030000',
        'SERVER=https://bank.example/fints',
        'PRODUCT_ID=0123456789',
        `STATE=${state}`,
        `STAND_IN=${fault}`,
      ]
        .map((variable) => `FINTS_${variable}`)
        .concat(`PYTHONPATH=${STAND_IN}`, 'PYTHONDONTWRITEBYTECODE=1')
        .flatMap((variable) => ['--variable', variable]);
    const add = (fault: string, pin: string, ...more: string[]) =>
      shell.run(
        [
          'connection',
          'add',
          'own-program',
          ...fints(fault),
          '--secret-name',
          'FINTS_USER',
          '--secret-name',
          'FINTS_PIN',
        ].concat(more, '--', python ?? '', join(EXAMPLES, 'fints_bank.py')),
        `ann\n${pin}\n`,
      );
    expect(flat((await add('offline', '48151')).stderr)).toContain(
      'asks to be run later. It says: “The bank cannot be',
    );
    expect(flat((await add('tan', '48151')).stderr)).toContain('asks you to sign in again');
    const wrong = await add('', '11111');
    expect(flat(wrong.stderr)).toContain('refuses the user or the PIN');
    const requestsBefore = readFileSync(`${state}.asked`, 'utf8');
    expect(flat((await add('', '11111')).stderr)).toContain('it refused the PIN before');
    expect(readFileSync(`${state}.asked`, 'utf8')).toBe(requestsBefore);
    // The user signs in at a terminal, with a TAN.
    execFileSync(python ?? '', [join(EXAMPLES, 'fints_bank.py'), '--sign-in'], {
      env: {
        ...process.env,
        ...Object.fromEntries(fints('tan').flatMap((part) => (part.includes('=') ? [part.split('=', 2)] : []))),
        FINTS_USER: 'ann',
        FINTS_PIN: '48151',
      },
      input: '123456\n',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    expect([existsSync(`${state}.refused`), statSync(state).mode & 0o077]).toEqual([false, 0]);
    expect((await add('tan', '48151')).code).toBe(0);
    expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 2 } });
    expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
    expect(await texts(shell)).toEqual(['-12.30 Ecke & Söhne - Rechnung 7', '2500.00 GEHALT']);
  });
});
