import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { googleHome, type GoogleHome } from './world/google-home.ts';

// Every command that reaches out to Google, in a world in which Google is busy.

let house: Promise<GoogleHome> | null = null;
const home = (): Promise<GoogleHome> => (house ??= googleHome());
afterAll(async () => (await house)?.close());

interface Reach {
  readonly name: string;
  /** What is typed; made again for each time, since files are taken once. */
  args(home: GoogleHome): readonly string[] | Promise<readonly string[]>;
  /** What standard output says once Google has answered. */
  readonly done: RegExp;
  /** How many rows are in the sheet more than before; none by default. */
  readonly rows?: number;
  /** What is said when Google never answers: where, and with which exit code. */
  readonly failed: { readonly code: number; readonly stdout?: RegExp; readonly stderr?: RegExp };
}

const BUSY = /The service is currently unavailable\.\s+(Nothing is lost; )?[Tt]ry again in some minutes\./;
const RUN_FAILS = { code: 1, stdout: BUSY };
const ENDS = { code: 1, stderr: BUSY };
/** The answer is what was read before, and says so. */
const IS_OLD = { code: 0, stderr: /This is the workbook\s+as it was read on/ };

const COMMANDS: readonly Reach[] = [
  { name: 'status', args: () => ['status'], done: /: ok\n/, failed: { code: 0, stdout: BUSY } },
  { name: 'doctor', args: () => ['doctor'], done: /ok +workbook of My money/, failed: { code: 1, stdout: BUSY } },
  {
    name: 'workbook show',
    args: () => ['workbook', 'show'],
    done: /^Pennyrow: My money/,
    failed: { code: 0, stdout: BUSY },
  },
  {
    name: 'workbook columns',
    args: () => ['workbook', 'columns'],
    done: /Transaction ID +transactionId/,
    failed: ENDS,
  },
  {
    name: 'workbook columns --map',
    args: () => ['workbook', 'columns', '--map', 'category=D'],
    done: /Transaction ID +transactionId/,
    failed: ENDS,
  },
  { name: 'export', args: () => ['export'], done: /^id,row_index/, failed: ENDS },
  { name: 'account balances', args: () => ['account', 'balances'], done: /\S/, failed: IS_OLD },
  { name: 'workbook balances', args: () => ['workbook', 'balances'], done: /\S/, failed: ENDS },
  { name: 'rule list', args: () => ['rule', 'list'], done: /rules|Description/, failed: IS_OLD },
  {
    name: 'rule check',
    args: () => ['rule', 'check'],
    done: /no category|There are no rules yet|Every row/,
    failed: IS_OLD,
  },
  { name: 'rule try', args: () => ['rule', 'try', 'Kiosk'], done: /^(?:Matches|No rows match)/, failed: IS_OLD },
  {
    name: 'rule add',
    args: () => ['rule', 'add', `Kiosk ${Math.random()}`, 'Food'],
    done: /^Rule change succeeded/,
    failed: RUN_FAILS,
  },
  {
    name: 'rule edit',
    args: () => ['rule', 'edit', '1', `Kiosk ${Math.random()}`, 'Snacks'],
    done: /^Rule change succeeded/,
    failed: RUN_FAILS,
  },
  {
    name: 'rule move',
    args: async ({ run }) => {
      await run(['rule', 'add', `Bakery ${Math.random()}`, 'Food']);
      return ['rule', 'move', '2', '1'];
    },
    done: /^Rule change succeeded/,
    failed: RUN_FAILS,
  },
  { name: 'rule delete', args: () => ['rule', 'delete', '1'], done: /^Rule change succeeded/, failed: RUN_FAILS },
  { name: 'rule apply', args: () => ['rule', 'apply'], done: /^Category change succeeded/, failed: RUN_FAILS },
  {
    name: 'import --dry-run',
    args: ({ statement }) => ['import', statement('Dry'), '--dry-run'],
    done: /^This would happen: 1 added/,
    failed: ENDS,
  },
  {
    name: 'import',
    args: ({ statement }) => ['import', statement('Market hall')],
    done: /1 added/,
    rows: 1,
    failed: RUN_FAILS,
  },
  { name: 'sync --dry-run', args: () => ['sync', '--dry-run'], done: /\S/, failed: ENDS },
  { name: 'sync', args: () => ['sync'], done: /^Sync succeeded/, failed: RUN_FAILS },
  { name: 'undo --dry-run', args: () => ['undo', '--last', '--dry-run'], done: /\S/, failed: ENDS },
  { name: 'undo', args: () => ['undo', '--last'], done: /^Undo succeeded/, rows: -1, failed: RUN_FAILS },
  { name: 'restore', args: deleteByHand, done: /^Restore succeeded/, rows: 1, failed: RUN_FAILS },
];

/** A row is imported, deleted by a person, and missed by Pennyrow. */
async function deleteByHand({ fake, spreadsheetId, run, statement, payees }: GoogleHome): Promise<readonly string[]> {
  fake.clearFaults();
  await run(['import', statement('Gone by hand')]);
  await fake.hand(spreadsheetId).deleteRow('Transactions', (await payees()).indexOf('Gone by hand') + 2);
  await run(['import', statement('After it')]);
  return ['restore', '--all'];
}

/** Each call once, the write after it took effect. */
function stumble({ fake }: GoogleHome): void {
  const how = { status: 503, retryAfterSeconds: 0 };
  for (const call of [
    'oauth.token',
    'drive.files.get',
    'sheets.spreadsheets.getByDataFilter',
    'sheets.spreadsheets.get',
  ] as const)
    fake.fail({ call, how });
  fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how, when: 'after' });
}

describe('with a folder of statements as its connection', () => {
  test('everything that a command asks of Google may fail once, and what was written though its answer was lost is there once', async () => {
    const house = await home();
    const folder = join(house.folder, 'bank');
    mkdirSync(folder);
    expect((await house.run(['connection', 'add', 'statements', '--folder', folder])).code).toBe(0);
    await house.run(['import', house.statement('Kiosk')]);
    for (const { name, args, done, rows = 0 } of COMMANDS) {
      const typed = await args(house);
      const before = await house.payees();
      stumble(house);
      const { code, stdout, stderr } = await house.run(typed);
      house.fake.clearFaults();
      expect({ name, code, stdout, stderr }).toEqual({
        name,
        code: 0,
        stdout: expect.stringMatching(done),
        stderr: '',
      });
      expect({ name, rows: (await house.payees()).length - before.length }).toEqual({ name, rows });
    }
  });

  test('a Google that never answers is named with a remedy, by every command, and nothing is written', async () => {
    const house = await home();
    for (const { name, args, failed } of COMMANDS) {
      const typed = await args(house);
      const before = await house.payees();
      house.fake.fail({ call: '*', how: { status: 503, retryAfterSeconds: 0 }, times: 10_000 });
      const { code, stdout, stderr } = await house.run(typed);
      house.fake.clearFaults();
      expect({ name, code, stdout, stderr }).toEqual({
        name,
        code: failed.code,
        stdout: failed.stdout === undefined ? expect.any(String) : expect.stringMatching(failed.stdout),
        stderr: failed.stderr === undefined ? '' : expect.stringMatching(failed.stderr),
      });
      expect({ name, now: await house.payees() }).toEqual({ name, now: before });
    }
  });
});

test('in JSON an error is one line, what is old is a warning, and standard output stays one value', async () => {
  const { fake, run } = await home();
  fake.fail({ call: '*', how: { status: 503, retryAfterSeconds: 0 }, times: 10_000 });
  const columns = await run(['workbook', 'columns', '--json']);
  expect(columns).toMatchObject({ code: 1, stdout: '' });
  expect(JSON.parse(columns.stderr)).toMatchObject({
    error: {
      code: 'workbook_google',
      message: expect.stringContaining('unavailable'),
      remedy: expect.stringContaining('again'),
    },
  });
  const listed = await run(['rule', 'list', '--json']);
  expect({ code: listed.code, rules: listed.json<unknown[]>().length > 0 }).toEqual({ code: 0, rules: true });
  expect(JSON.parse(listed.stderr)).toMatchObject({
    warning: { code: 'workbook_google', message: expect.stringContaining('was read on') },
  });
  const failed = await run(['sync', '--json']);
  expect({ code: failed.code, status: failed.json<{ status: string }>().status }).toEqual({
    code: 1,
    status: 'failed',
  });
  fake.clearFaults();
});
