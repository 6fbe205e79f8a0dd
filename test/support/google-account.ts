import type { Applied, WorkbookChange } from '../../src/core/workbook-change.ts';
import { connect } from '../fakes/google/connected.ts';
import { startFakeGoogle, type FakeGoogle } from '../fakes/google/fake-google.ts';
import type { SheetHand } from '../fakes/google/hand.ts';
import { createGoogleApi } from '../../src/workbooks/google/api/create-google-api.ts';
import { endpointsAt } from '../../src/workbooks/google/api/environment.ts';
import type { GoogleApi } from '../../src/workbooks/google/api/create-google-api.ts';
import { GoogleWorkbook } from '../../src/workbooks/google/google-workbook.ts';
import { newWorkbookTexts } from './new-workbook.ts';
import { createGoogleSpreadsheet, type NewSpreadsheetOptions } from '../../src/workbooks/google/new-spreadsheet.ts';
import { createQuota } from '../../src/workbooks/google/api/quota.ts';
import type { Workbook } from '../../src/workbooks/workbook.ts';
import { WorkbookSession } from '../contracts/workbook-session.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';

/** A user of a fake Google who granted Pennyrow access to spreadsheets. */
export interface GoogleAccount {
  readonly fake: FakeGoogle;
  readonly clock: ManualClock;
  readonly api: GoogleApi;
  /** Creates a spreadsheet as Pennyrow does. */
  create(options?: Partial<NewSpreadsheetOptions>): Promise<OpenSpreadsheet>;
  /** Copies a spreadsheet in its current state. */
  copyOf(original: OpenSpreadsheet): OpenSpreadsheet;
  /** Opens an existing spreadsheet that the app may use. */
  open(spreadsheetId: string, api?: GoogleApi): OpenSpreadsheet;
  close(): Promise<void>;
}

export interface OpenSpreadsheet {
  readonly spreadsheetId: string;
  readonly workbook: Workbook;
  readonly hand: SheetHand;
}

/**
 * Creates a spreadsheet with few empty rows, since every answer includes them, and without formulas on summary sheets,
 * which slow every change down and have separate tests.
 */
export async function leanSpreadsheet(
  account: GoogleAccount,
  { spareRows = 4, ...options }: Partial<NewSpreadsheetOptions> & { readonly spareRows?: number } = {},
): Promise<OpenSpreadsheet> {
  const sheet = await account.create(options);
  await makeLean(sheet.hand, spareRows);
  return sheet;
}

/** Clears the summary sheets of a new spreadsheet and deletes most of its empty rows. */
export async function makeLean(hand: SheetHand, spareRows = 4): Promise<void> {
  for (const name of ['Overview', 'Figures']) await hand.clear(name);
  await hand.deleteEmptyRows(spareRows);
}

/** Uses a spreadsheet as sync does. */
export function sessionOf({ workbook, hand }: OpenSpreadsheet): WorkbookSession {
  return new WorkbookSession({ workbook, person: hand, close: () => workbook.close() });
}

/** Wraps the API so that an action happens right before each write. */
export function beforeWrites(api: GoogleApi, happens: () => Promise<void>): GoogleApi {
  return {
    ...api,
    write: async (...batch) => {
      await happens();
      return api.write(...batch);
    },
  };
}

/** Applies a change while `person` edits the sheet right before its first write. */
export async function applyWhile(
  account: GoogleAccount,
  { spreadsheetId }: OpenSpreadsheet,
  person: () => Promise<void>,
  change: Partial<WorkbookChange>,
): Promise<Applied> {
  let isFirst = true;
  const api = beforeWrites(account.api, async () => {
    if (isFirst) await person();
    isFirst = false;
  });
  return sessionOf(account.open(spreadsheetId, api)).apply({ runId: 'run-2', ...change });
}

/** `specs`: spreadsheets that the user has and picks; their ids are returned in the same order. */
export async function googleAccount(
  specs: readonly Parameters<FakeGoogle['addSpreadsheet']>[0][] = [],
): Promise<GoogleAccount & { readonly ids: readonly string[] }> {
  // The library signs requests with the system time, so the test clock starts at that time.
  const clock = manualClock(new Date().toISOString());
  // Without compression, which costs an eighth of the time and is covered by tests of the client, of faults and of the built program.
  const fake = await startFakeGoogle({ clock, canPack: false });
  const ids = specs.map((spec) => fake.addSpreadsheet(spec));
  const client = fake.addClient();
  const { auth } = await connect(fake, { pick: ids, client });
  const sleep = async (milliseconds: number): Promise<void> => clock.advance(milliseconds);
  const api = createGoogleApi({
    grant: async () => ({ kind: 'user', client, refreshToken: auth.credentials.refresh_token ?? '' }),
    accountId: 'account',
    endpoints: endpointsAt(fake.root),
    quota: createQuota({ clock, sleep }),
    sleep,
    onGrantLost: () => undefined,
  });
  const open: GoogleAccount['open'] = (spreadsheetId, at = api) => ({
    spreadsheetId,
    workbook: new GoogleWorkbook({ api: at, spreadsheetId, clock, sleep }),
    hand: fake.hand(spreadsheetId),
  });
  return {
    fake,
    clock,
    api,
    ids,
    open,
    create: async (options = {}) => {
      const usual = { title: 'Money', timeZone: 'Europe/Berlin', texts: await newWorkbookTexts(), sleep };
      return open((await createGoogleSpreadsheet(api, { ...usual, ...options })).spreadsheetId);
    },
    copyOf: ({ spreadsheetId }) => open(fake.copySpreadsheet(spreadsheetId)),
    close: () => fake.close(),
  };
}
