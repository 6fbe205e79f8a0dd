import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { runPennyrow, type Ended } from '../cli/pennyrow.ts';
import { startFakeGoogle, type FakeGoogle } from '../fakes/google/fake-google.ts';
import type { SheetHand } from '../fakes/google/hand.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A user at a shell, with a spreadsheet at a fake Google. Each command runs the built program through `runPennyrow`. */
export interface GoogleShell {
  readonly folder: string;
  readonly fake: FakeGoogle;
  readonly hand: SheetHand;
  /** Runs a command that must succeed, and returns its JSON output. */
  run<Value>(...args: readonly string[]): Promise<Value>;
  /** Runs a command that may fail. */
  start(...args: readonly string[]): Promise<Ended>;
  /** Connects the spreadsheet again, after the database was lost. */
  connect(): Promise<void>;
  /** The Drive and Sheets calls since the last check, without those for tokens. */
  calls(): string[];
  /** Sets how far the clock of all commands, including running ones, is ahead of the machine's. */
  setAhead(milliseconds: number): void;
}

export const CHECK = 'drive.files.get';
export const READ = 'sheets.spreadsheets.getByDataFilter';
export const WRITE = 'sheets.spreadsheets.batchUpdate';

export const COLUMNS = [
  'Date',
  'Description',
  'Amount',
  'Category',
  'Account',
  'Account ID',
  'Transaction ID',
  'Date Added',
] as const;

const HOUSEHOLD = {
  title: 'Household',
  sheets: [
    {
      title: 'Transactions',
      rows: [[...COLUMNS], [{ date: '2026-01-05' }, 'Coffee', -3.5, 'Food', 'Giro', 'a-1', 't-1', '']],
    },
    { title: 'Categories', rows: [['Category'], ['Food'], ['Home']] },
    { title: 'Rules', rows: [['Description', 'Category', 'Min Amount', 'Max Amount']] },
  ],
};

/** Connects a spreadsheet with the key of a service account, which needs no browser. */
export async function googleShell(): Promise<GoogleShell> {
  const [fake, folder] = [await startFakeGoogle(), temporaryFolder()];
  onTestFinished(() => fake.close());
  const id = fake.addSpreadsheet(HOUSEHOLD);
  const { email, privateKey } = fake.addServiceAccount();
  const hand = fake.hand(id);
  await hand.share(email);
  const [key, ahead] = [join(folder, 'key.json'), join(folder, 'ahead')];
  writeFileSync(key, JSON.stringify({ type: 'service_account', client_email: email, private_key: privateKey }));
  const setAhead = (milliseconds: number): void => writeFileSync(ahead, String(milliseconds));
  setAhead(0);
  const clock = pathToFileURL(join(import.meta.dirname, 'clock-ahead-child.ts')).href;
  const environment = { PENNYROW_GOOGLE_URL: fake.root, NODE_OPTIONS: `--import=${clock}`, TEST_CLOCK_AHEAD: ahead };
  const start = (...args: readonly string[]): Promise<Ended> => runPennyrow(folder, args, environment);
  const run: GoogleShell['run'] = async (...args) => {
    const { code, stdout, stderr } = await start(...args, '--json');
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return JSON.parse(stdout) as never;
  };
  const connect = async (): Promise<void> => {
    await run(
      'workbook',
      'connect',
      'google',
      '--service-account',
      key,
      '--spreadsheet',
      `https://docs.google.com/spreadsheets/d/${id}/edit`,
    );
  };
  await connect();
  return {
    folder,
    fake,
    hand,
    run,
    start,
    connect,
    calls: () => {
      const seen = fake.requests.filter(({ api }) => api !== 'oauth').map(({ call }) => call);
      fake.clearRequests();
      return seen;
    },
    setAhead,
  };
}
