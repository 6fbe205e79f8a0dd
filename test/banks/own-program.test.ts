import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { toPennyrowError } from '../../src/platform/errors.ts';
import { RetryLater, type Fetched } from '../../src/sources/source.ts';
import { ownProgram } from '../../src/sources/own-program/kind.ts';
import { accessContract } from '../contracts/access-contract.ts';
import { sourceContract } from '../contracts/source-contract.ts';
import { serviceBench, TODAY, type ServiceBench } from '../fakes/banks/source-bench.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SECRET = 'correct horse battery staple';
const PIN = '48151';

const HEAD = `
const say = (line) => console.log(typeof line === 'string' ? line : JSON.stringify(line));
const account = { type: 'account', id: 'DE02120300000000202051', name: 'Giro', number: 'DE02120300000000202051', currency: 'eur' };
const shop = { type: 'transaction', account: account.id, id: 'A', date: '2026-03-01', amount: '-12.30', description: 'Corner\\u0000 Shop\\n2' };
`;

const GOOD = `
say({ type: 'schema', version: 1 }); say(account); say(shop);
say({ ...shop, id: null, date: '2026-03-02', amount: 2500, description: 'Salary' });
say({ ...shop, id: 'B', date: '2026-03-10', amount: '-1', description: '', status: 'pending' });
say({ type: 'balance', account: account.id, kind: 'booked', amount: '-3.5', date: '2026-03-09' });
say({ type: 'complete', account: account.id });
`;

function atProgram(source: string, settings: object = {}): ServiceBench {
  const file = join(temporaryFolder(), 'bank.mjs');
  writeFileSync(file, HEAD + source);
  chmodSync(file, 0o600);
  return serviceBench(
    ownProgram,
    { port: 0, ca: '' },
    {
      secret: { BANK_PASSWORD: SECRET, BANK_PIN: PIN },
      settings: { command: [process.execPath, file], secretName: ['BANK_PASSWORD', 'BANK_PIN'], ...settings },
      timeZone: 'Europe/Berlin',
    },
  );
}

sourceContract('a user’s program', async () => {
  const { open } = atProgram(GOOD);
  return { source: await open(), since: '2026-02-01' as CalendarDate, today: TODAY, secrets: [SECRET] };
});

accessContract('a user’s program', async () => {
  const file = join(temporaryFolder(), 'state');
  writeFileSync(file, '');
  const bench = atProgram(
    `import { appendFileSync, readFileSync } from 'node:fs';
    const [state, runs] = [${JSON.stringify(file)}, ${JSON.stringify(`${file}-runs`)}];
    appendFileSync(runs, '.');
    const code = Number(readFileSync(state, 'utf8'));
    if (code > 0) process.exit(code);
    ${GOOD.replace(/say\(.*'complete'/, 'if (code === 0) $&')}`,
  );
  const exitsWith = (code: string) => (): void => writeFileSync(file, code);
  return {
    kind: ownProgram,
    bench,
    requestCount: () => (existsSync(`${file}-runs`) ? readFileSync(`${file}-runs`).length : 0),
    refuse: exitsWith('77'),
    refusal: 'source_reauthorise',
    busy: exitsWith('75'),
    down: exitsWith('1'),
    up: exitsWith(''),
    cuts: { 'no line says that it is complete': exitsWith('-1') },
    cutsAreSilent: true,
    hasParts: false,
    hasMoments: false,
    secrets: [SECRET, PIN],
  };
});

async function failureOf(fetching: Promise<Fetched>): Promise<{ readonly code: string; readonly message: string }> {
  return fetching.then(
    () => ({ code: 'nothing was thrown', message: '' }),
    (thrown: unknown) => toPennyrowError(thrown),
  );
}

test('accounts, transactions and balances are returned as the program printed them', async () => {
  const { transactions, balances, completeAccountIds, messages } = await atProgram(GOOD).fetch();
  expect(
    transactions.map(
      ({ date, amount, currency, description, status, providerId, account }) =>
        `${date} ${amount} ${currency} ${description}, ${status}, ${providerId}, ${account.name}`,
    ),
  ).toEqual([
    '2026-03-01 -12.30 EUR Corner Shop 2, posted, A, Giro ••2051',
    '2026-03-02 2500.00 EUR Salary, posted, null, Giro ••2051',
    '2026-03-10 -1.00 EUR No description, pending, B, Giro ••2051',
  ]);
  expect(balances).toMatchObject([{ kind: 'booked', amount: '-3.50', date: '2026-03-09' }]);
  expect(completeAccountIds).toEqual([transactions[0]?.account.id]);
  expect(JSON.stringify(transactions.map(({ account }) => account))).not.toContain('DE0212');
  expect(messages).toEqual([]);
});

test('transactions whose ids are only a bank’s placeholder are kept apart', async () => {
  const { transactions } = await atProgram(`
    say({ type: 'schema', version: 1 }); say(account);
    say({ ...shop, id: 'NOTPROVIDED' }); say({ ...shop, id: 'NOTPROVIDED' }); say({ ...shop, id: 'notprovided', amount: '-4' });
    say({ ...shop, id: 'N/A' }); say({ ...shop, id: 'NONREF' }); say({ ...shop, id: 'B' });
    say({ type: 'complete', account: account.id });
  `).fetch();
  expect(transactions.map(({ providerId }) => providerId)).toEqual([null, null, null, null, null, 'B']);
});

test('accounts with the same name from two programs are two accounts', async () => {
  const one = await atProgram(GOOD).fetch();
  const bench = atProgram(GOOD);
  const [node = '', file = ''] = bench.settings['command'] as string[];
  const other = join(temporaryFolder(), 'other.mjs');
  writeFileSync(other, `await import(${JSON.stringify(file)});`, { mode: 0o600 });
  bench.settings = { ...bench.settings, command: [node, other] };
  expect((await bench.fetch()).completeAccountIds).not.toEqual(one.completeAccountIds);
});

test('an account that the program does not mark as complete counts as incomplete', async () => {
  const { completeAccountIds } = await atProgram(GOOD.replace(/say\(\{ type: 'complete'.*/, '')).fetch();
  expect(completeAccountIds).toEqual([]);
});

test('an invalid transaction is left out and reported with its line; all others are returned', async () => {
  const { transactions, completeAccountIds, messages } = await atProgram(
    `${GOOD} say({ ...shop, amount: '1,50' }); say({ ...shop, date: '2026-02-30' });`,
  ).fetch();
  expect(transactions).toHaveLength(3);
  expect(completeAccountIds).toEqual([]);
  expect(messages).toMatchObject([
    {
      severity: 'problem',
      code: 'source_program_transactions',
      message: expect.stringMatching(/^Giro ••2051: 2 transactions .* In line 8, “amount” is missing/),
    },
  ]);
});

test('messages and standard error are shown to the user', async () => {
  const { messages } = await atProgram(
    `${GOOD} say({ type: 'message', severity: 'warning', text: 'Closes\\u001b[31m in May' });
    console.error('step 1\\nstep 2\\nstep 3\\nslow today');`,
  ).fetch();
  expect(messages.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'bank.mjs says: “Closes [31m in May”'],
    ['info', 'bank.mjs says: “step 2 · step 3 · slow today”'],
  ]);
});

test('a secret in the program’s output is hidden', async () => {
  const bench = atProgram(`${GOOD}
    say({ ...shop, id: 'C', description: process.env.BANK_PASSWORD, [process.env.BANK_PASSWORD]: [process.env.BANK_PASSWORD] });
    say({ type: 'message', severity: 'info', text: 'PIN ' + process.env.BANK_PIN });
    console.error('with ' + process.env.BANK_PIN + ' and password=hunter2hunter2');`);
  const result = await bench.fetch();
  const everything = JSON.stringify([result, bench.archived]);
  expect(everything).toContain('[redacted]');
  for (const secret of [SECRET, PIN, 'hunter2']) expect(everything).not.toContain(secret);
  const failed = await failureOf(atProgram(`console.error('no ' + process.env.BANK_PIN); process.exit(1);`).fetch());
  expect(failed.message).toBe('bank.mjs failed (exit code 1). It says: “no [redacted]”');
});

test('the environment contains the documented variables, and none of Pennyrow’s own variables', async () => {
  const bench = atProgram(
    `${GOOD} say({ type: 'message', severity: 'info', text: Object.keys(process.env).sort().join(' ') });
    say({ type: 'message', severity: 'info', text: ['SCHEMA', 'ASK', 'SINCE', 'TODAY', 'TIME_ZONE'].map((name) => process.env['PENNYROW_' + name]).join(' ') });
    say({ type: 'message', severity: 'info', text: process.env.REGION + ' ' + process.cwd() });`,
    {
      variable: ['REGION=a=b $HOME'],
      runIn: temporaryFolder(),
    },
  );
  process.env['NODE_OPTIONS'] ??= '';
  const { messages } = await bench.fetch();
  const [names = '', requestLine, own] = messages.map(({ message }) => /“(.*)”/.exec(message)?.[1] ?? '');
  const usual =
    /^(PATH|HOME|USER|LOGNAME|LANG|LC_ALL|LC_CTYPE|TMPDIR|Sys.*|ComSpec|PATHEXT|TE?MP|USERPROFILE|USERNAME|.*APPDATA|Program.*|__CF_.*)$/;
  expect(names.split(' ').filter((name) => !usual.test(name))).toEqual([
    'BANK_PASSWORD',
    'BANK_PIN',
    'PENNYROW_ASK',
    'PENNYROW_SCHEMA',
    'PENNYROW_SINCE',
    'PENNYROW_TIME_ZONE',
    'PENNYROW_TODAY',
    'REGION',
  ]);
  expect(requestLine).toBe('1 transactions 2026-02-01 2026-03-10 Europe/Berlin');
  expect(own).toBe(`a=b $HOME ${String(bench.settings['runIn'])}`);
});

test('arguments are passed unchanged, without a shell', async () => {
  const bench = atProgram(
    `${GOOD} say({ type: 'message', severity: 'info', text: JSON.stringify(process.argv.slice(2)) });`,
  );
  const given = ['a b', '$(touch x)', '; exit 9', '*', '\'"', ''];
  bench.settings = { ...bench.settings, command: [...(bench.settings['command'] as string[]), ...given] };
  const { messages } = await bench.fetch();
  expect(messages[0]?.message).toContain(JSON.stringify(given));
});

test('a test requests only accounts and stores nothing', async () => {
  const bench = atProgram(`${GOOD} console.error(process.env.PENNYROW_ASK);`);
  const tested = await (await bench.open()).test?.({ timeZone: 'UTC', signal: new AbortController().signal });
  expect(tested).toMatchObject({
    host: 'bank.mjs',
    accounts: [{ name: 'Giro ••2051', bank: null, currency: 'EUR' }],
    messages: [{ message: 'bank.mjs says: “accounts”' }],
  });
  expect(bench.archived).toEqual([]);
});

const START = `say({ type: 'schema', version: 1 }); say(account); say(shop);`;

describe('the output of a program', () => {
  test.each([
    ['nothing', '', 'source_program_empty', 'printed no account'],
    ['plain text', `say('Fetching…');`, 'source_program_line', 'Line 1 .* not a JSON object'],
    ['JSON with other content', `say({ rows: [] });`, 'source_program_line', 'Line 1 .* has to name the schema'],
    ['another version', `say({ type: 'schema', version: 2 });`, 'source_program_line', 'names version 2'],
    ['a list', `${START} say([]);`, 'source_program_line', 'Line 4 .* not a JSON object'],
    ['half a line', `${START} process.stdout.write('{"type":"trans');`, 'source_program_line', 'Line 4 .* breaks off'],
    [
      'bytes that are no UTF-8',
      `${START} process.stdout.write(Buffer.from([0x7b, 0xff, 0x7d, 0x0a]));`,
      'source_program_line',
      'Line 4 .* not UTF-8',
    ],
    ['a NUL between lines', `${START} say('\\0');`, 'source_program_line', 'Line 4 .* not a JSON object'],
    [
      'UTF-16',
      `process.stdout.write(Buffer.from('{"type":"schema","version":1}\\n', 'utf16le'));`,
      'source_program_line',
      'Line 1 ',
    ],
    [
      'a very long line',
      `${START} say('"' + 'x'.repeat(2 << 20) + '"');`,
      'source_program_line',
      'Line 4 .* longer than 1 MB',
    ],
    ['deeply nested JSON', `${START} say('['.repeat(100_000));`, 'source_program_line', 'Line 4 '],
    ['a type that does not exist', `${START} say({ type: 'loan' });`, 'source_program_line', 'no type “loan”'],
    ['an account twice', `${START} say(account);`, 'source_program_line', 'was described before'],
    [
      'an account without a currency',
      `${START} say({ ...account, id: '2', currency: '' });`,
      'source_program_line',
      '“currency” is missing',
    ],
    [
      'a transaction of an unknown account',
      `${START} say({ ...shop, account: '9' });`,
      'source_program_line',
      'names the account “9”',
    ],
    [
      'a balance that is not a number',
      `${START} say({ type: 'balance', account: account.id, kind: 'booked', amount: 'NaN', date: '2026-03-01' });`,
      'source_program_line',
      '“amount” is missing',
    ],
    [
      'an account named __proto__',
      `${START} say('{"type":"transaction","account":"__proto__"}');`,
      'source_program_line',
      'names the account “__proto__”',
    ],
    [
      '51 messages',
      `${START} for (let at = 0; at < 51; at += 1) say({ type: 'message', severity: 'info', text: 'x' });`,
      'source_program_line',
      'the 51st message',
    ],
    [
      'complete lines of a program that then fails',
      `${GOOD} console.error('oh no'); process.exitCode = 2;`,
      'source_program_failed',
      'exit code 2.*oh no',
    ],
    [
      'complete lines of a program that then requires a sign-in',
      `${GOOD} console.error('TAN'); process.exitCode = 77;`,
      'source_reauthorise',
      'sign in again. It says: “TAN”',
    ],
    [
      'complete lines of a program that then asks to be run later',
      `${GOOD} process.exitCode = 75;`,
      'source_program_later',
      'run later',
    ],
  ])('is rejected completely: %s', async (_, source, code, message) => {
    const bench = atProgram(source);
    const failed = await failureOf(bench.fetch());
    expect(failed.code).toBe(code);
    expect(failed.message).toMatch(new RegExp(message));
    expect(bench.archived).toEqual([]);
  });

  test('can begin with a byte order mark, use Windows line endings, and lack the last line ending', async () => {
    const { transactions } = await atProgram(
      `process.stdout.write('\\ufeff' + [{ type: 'schema', version: 1 }, account, shop].map((line) => JSON.stringify(line)).join('\\r\\n'));`,
    ).fetch();
    expect(transactions).toHaveLength(1);
  });
});

test('a program that asks to be retried later is not started for an hour', async () => {
  const bench = atProgram(`process.exit(75);`);
  const failed = await bench.fetch().catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(RetryLater);
  expect(failed).toMatchObject({ wasRequested: true, notBeforeMs: bench.clock.now() + 3_600_000 });
});

test('a program that exceeds its time limit is stopped, and the limit is reported', async () => {
  const failed = await failureOf(atProgram(`${GOOD} setInterval(() => {}, 1000);`, { timeLimit: 2 }).fetch());
  expect(failed).toMatchObject({ code: 'source_program_failed', message: expect.stringMatching(/ 2 .*stopped/) });
});

test('a lost secret is requested from the user again, and the program does not run', async () => {
  const bench = atProgram(`throw new Error('it ran');`);
  bench.secret = null;
  expect(await failureOf(bench.fetch())).toMatchObject({ code: 'source_no_key' });
});

test.each([
  { command: [] },
  { command: ['/bin/a\0b'] },
  { command: ['/bin/a'], variable: ['PENNYROW_SINCE=x'] },
  { command: ['/bin/a'], variable: ['no value'] },
  { command: ['/bin/a'], secretName: ['A-B'] },
  { command: ['/bin/a'], timeLimit: 0 },
  { command: 'rm -rf /' },
])('the setting %j is rejected', (settings) => {
  expect(ownProgram.settings.safeParse(settings).success).toBe(false);
});
