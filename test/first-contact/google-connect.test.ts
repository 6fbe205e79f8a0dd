import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Ended } from '../cli/pennyrow.ts';
import type { Fault, FaultKind } from '../fakes/google/faults.ts';
import { useGoogleHome, impatient, NO_NAMES, NOBODY, QUICK, type Environment } from './world/google-home.ts';

// Faults of Google while a spreadsheet is connected: the output for the user, and the resulting files in the Drive.

const home = useGoogleHome();

const TOKEN = 'oauth.token';
const MAKE = 'sheets.spreadsheets.create';
const FINISH = 'sheets.spreadsheets.batchUpdate';
const FIND = 'drive.files.list';
const LOOK = 'drive.files.get';
const READ = 'sheets.spreadsheets.getByDataFilter';

const FOREVER = 10_000;
const IMPATIENT = impatient(700);

const BUSY =
  /(The service is currently unavailable|it answered 503)\.\n  (Nothing is lost; t|T)ry again in some minutes\./;
const LIMIT = /the limit for each minute is used up\.\n  Nothing is lost\. Try again in a few minutes/;
const PAGE = /A web page answers instead of Google \(403\): a proxy.*\n  Open https:\/\/docs\.google\.com in a browser/;
const CUT_OFF =
  /(was cut off before its answer was whole\.\n  Check the connection to the internet, then try again|broke off before its end\.\n  Nothing is lost; try again)/;
const SILENT = /Google was reached, but sent no answer\.\s+Google may be busy, or a firewall, proxy or virus scanner/;
const OFFLINE = /Google cannot be reached\.\n  Check the connection to the internet, then try again/;

interface Trouble {
  readonly name: string;
  readonly how: FaultKind;
  /** The output if Google certainly created nothing. */
  readonly expected: RegExp;
  readonly environment?: Environment;
}

const UNAVAILABLE: Trouble = { name: '503', how: { status: 503, retryAfterSeconds: 0 }, expected: BUSY };
const CUT: Trouble = { name: 'a cut answer', how: 'truncated', expected: CUT_OFF };
const LATER: Trouble = { name: '429 with Retry-After', how: { status: 429, retryAfterSeconds: 3600 }, expected: LIMIT };
const RESET: Trouble = { name: 'a reset', how: 'reset', expected: CUT_OFF };
const WEB_PAGE: Trouble = { name: '403 as a web page', how: { status: 403, html: true }, expected: PAGE };
const SILENCE: Trouble = { name: 'silence', how: 'hang', expected: SILENT, environment: IMPATIENT };
const LIMITED: Trouble = { name: '429', how: { status: 429 }, expected: LIMIT };
const UNCLEAR = [UNAVAILABLE, RESET, { ...CUT, how: 'reset-midway' as const }, CUT, WEB_PAGE, SILENCE];
const ALL = [...UNCLEAR, LIMITED, LATER];

let titles = 0;

/** Connects a new spreadsheet; returns the output, and the number of spreadsheets with its title in the Drive. */
async function makeNew(faults: readonly Fault[], environment: Environment = QUICK) {
  const { fake, runWithConsent } = await home();
  const title = `Spreadsheet ${(titles += 1)}`;
  for (const fault of faults) fake.fail(fault);
  const ended = await runWithConsent(['workbook', 'connect', 'google', '--new', title], {}, environment);
  fake.clearFaults();
  const made = fake.titles().filter((each) => each === title).length;
  return { ...outputOf(ended), made, title };
}

/** Removes the text printed before the result. */
function outputOf({ code, stdout, stderr }: Ended) {
  return { code, output: stdout + (/^pennyrow: .*$/ms.exec(stderr)?.[0] ?? '') };
}

const connected = (title: string) => expect.stringMatching(new RegExp(`^Connected\\.\n${title}  https:`));
const mayBeThere = (title: string) =>
  expect.stringMatching(
    new RegExp(
      `The new spreadsheet “${title}” may be in your Google Drive\\.\n  Look there before you try again.* If it is there, pick it\\.`,
    ),
  );
const staysThere = (title: string) =>
  expect.stringMatching(
    new RegExp(
      `The new spreadsheet “${title}” stays in your Google Drive\\.\n.*Then pick it instead of making another one`,
    ),
  );

test('a new spreadsheet that Google created without confirming it is found, and connected', async () => {
  for (const { name, how, environment } of UNCLEAR) {
    const { title, ...ended } = await makeNew([{ call: MAKE, how, when: 'after' }], environment);
    expect({ name, ...ended }).toEqual({ name, code: 0, output: connected(title), made: 1 });
  }
});

test('an unconfirmed spreadsheet that cannot be found is reported as possibly created, with the next steps', async () => {
  const { fake } = await home();
  for (const [place, { name, how, environment }] of UNCLEAR.entries()) {
    const cannotLook: Fault = { call: FIND, how, times: FOREVER };
    // Either Drive does not list the new spreadsheet yet, or Google cannot be reached.
    if (place === 0) fake.lagDrive(600_000);
    const faults: readonly Fault[] = [{ call: MAKE, how, when: 'after' }, ...(place === 0 ? [] : [cannotLook])];
    const { title, ...ended } = await makeNew(faults, environment);
    fake.lagDrive(0);
    expect({ name, ...ended }).toEqual({ name, code: 1, output: mayBeThere(title), made: 1 });
  }
  const { title, ...ended } = await makeNew([{ call: MAKE, how: 'reset' }]);
  expect(ended).toEqual({ code: 1, output: mayBeThere(title), made: 0 });
});

test('a spreadsheet that Google certainly did not create is reported as an ordinary failure', async () => {
  for (const { name, how, expected } of [LIMITED, LATER]) {
    const { title: _title, ...ended } = await makeNew([{ call: MAKE, how, times: FOREVER }]);
    expect({ name, ...ended }).toEqual({ name, code: 1, output: expect.stringMatching(expected), made: 0 });
  }
  for (const { name, how, expected, environment } of ALL) {
    const { title: _title, ...ended } = await makeNew([{ call: TOKEN, how, times: FOREVER }], environment);
    expect({ name, ...ended }).toEqual({ name, code: 1, output: expect.stringMatching(expected), made: 0 });
  }
});

test('a new spreadsheet is connected even if formatting fails; if it cannot be read, the error says that it remains', async () => {
  for (const { name, how, environment } of ALL) {
    const { title, ...ended } = await makeNew([{ call: FINISH, how, times: FOREVER }], environment);
    expect({ name, ...ended }).toEqual({ name, code: 0, output: connected(title), made: 1 });
  }
  for (const fault of [
    { call: FINISH, how: { status: 400 } },
    ...ALL.filter((each) => each !== SILENCE).map(({ how }) => ({ call: READ, how, times: FOREVER }) as const),
  ] as const) {
    const { title, ...ended } = await makeNew([fault]);
    expect({ fault, ...ended }).toEqual({ fault, code: 1, output: staysThere(title), made: 1 });
  }
});

test.each(['existing', 'reconnect'] as const)(
  'with --%s a failure of any call is reported, and changes neither the account nor the Drive',
  async (way) => {
    const { fake, run, runWithConsent, statement } = await home();
    // Adds a row, because connecting would discard a workbook without rows.
    await run(['import', statement('Grocer')]);
    const id = fake.addSpreadsheet({ title: 'Household', sheets: [{ title: 'Transactions', rows: [['Date']] }] });
    const shown = async () => (await run(['workbook', 'show', '--json'])).json<{ place: object }>().place;
    const before = { place: await shown(), titles: fake.titles() };
    for (const { name, how, expected, environment } of ALL)
      for (const call of [TOKEN, LOOK, ...(way === 'reconnect' ? ([READ] as const) : [])] as const) {
        if (how === 'hang' && call === READ) continue;
        fake.fail({ call, how, times: FOREVER });
        const pick = way === 'existing' ? { pick: [id] } : {};
        const ended = await runWithConsent(['workbook', 'connect', 'google', `--${way}`], pick, environment);
        fake.clearFaults();
        expect({ name, call, ...outputOf(ended) }).toEqual({
          name,
          call,
          code: 1,
          output: expect.stringMatching(expected),
        });
      }
    expect({ place: await shown(), titles: fake.titles() }).toEqual(before);
  },
);

test('without a network the failure is reported, and the account keeps its workbook', async () => {
  const { fake, folder, run } = await home();
  const { email, privateKey } = fake.addServiceAccount();
  const key = join(folder, 'key.json');
  writeFileSync(key, JSON.stringify({ type: 'service_account', client_email: email, private_key: privateKey }));
  const args = ['workbook', 'connect', 'google', '--service-account', key];
  const link = 'https://docs.google.com/spreadsheets/d/1234567890abcdefghijklmnopqrstuvwxyz/edit';
  for (const environment of [NO_NAMES, { ...QUICK, PENNYROW_GOOGLE_URL: NOBODY.url }])
    expect(outputOf(await run([...args, '--spreadsheet', link], environment))).toEqual({
      code: 1,
      output: expect.stringMatching(OFFLINE),
    });
});
