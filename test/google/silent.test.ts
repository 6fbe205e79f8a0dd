import { describe, expect, test } from 'vitest';
import type { GoogleApi } from '../../src/workbooks/google/api/create-google-api.ts';
import { GoogleWorkbook } from '../../src/workbooks/google/google-workbook.ts';
import { readAnswer } from '../../src/workbooks/google/reading/read-answer.ts';
import { SILENCE_LIMITS, type SilenceLimits } from '../../src/workbooks/google/api/silence.ts';
import { WorkbookSession, transaction } from '../contracts/workbook-session.ts';
import type { FaultKind } from '../fakes/google/faults.ts';
import type { FakeGoogle } from '../fakes/google/fake-google.ts';
import { manualClock } from '../support/manual-clock.ts';
import { leanSpreadsheet, googleAccount } from '../support/google-account.ts';
import { apiWith, calls, fakeGoogle, grantFrom } from './granted.ts';

const SHORT: SilenceLimits = { noticeMs: 40, requestMs: 400, totalMs: 5000, probeMs: 60 };
/** Limits that a slow test machine does not exceed. */
const UNHURRIED: SilenceLimits = { noticeMs: 5000, requestMs: 20_000, totalMs: 30_000, probeMs: 500 };

const NOTE = { metadataKey: 'note', metadataValue: 'x', visibility: 'DOCUMENT', location: { spreadsheet: true } };
const WRITE = 'sheets.spreadsheets.batchUpdate';
const READ = 'sheets.spreadsheets.getByDataFilter';

const CALLS: Readonly<Record<string, (api: GoogleApi, id: string) => Promise<unknown>>> = {
  'drive.files.get': (api, id) => api.file(id),
  'drive.files.list': (api) => api.newest(1),
  'sheets.spreadsheets.get': (api, id) => api.get(id, [], 'sheets.properties.sheetId'),
  [READ]: async (api, id) => readAnswer(await api.read(id, { includeGridData: true }, 'sheets')),
  [WRITE]: (api, id) =>
    api.write(id, { requests: [{ createDeveloperMetadata: { developerMetadata: NOTE } }] }, 'spreadsheetId'),
  'sheets.spreadsheets.create': (api) => api.create({ properties: { title: 'Made' } }, 'spreadsheetId'),
};
const isWrite = (call: string): boolean => call === WRITE || call.endsWith('.create');

async function connected(silenceLimits: SilenceLimits) {
  const fake = await fakeGoogle();
  const id = fake.addSpreadsheet({ sheets: [{ title: 'Transactions', rows: [['Date'], ['a'], ['b']] }] });
  let notices = 0;
  const { api } = apiWith(fake, await grantFrom(fake, { pick: id }), {
    silenceLimits,
    onSilence: () => (notices += 1),
  });
  await api.file(id);
  fake.clearRequests();
  return { fake, id, api, notices: () => notices };
}

test('SILENCE_LIMITS let a user wait less than a minute if Google does not respond', () => {
  const { totalMs, probeMs, requestMs } = SILENCE_LIMITS;
  expect(requestMs).toBeLessThan(totalMs);
  // Leaves 5 of 60 s for the start of the program; `probeMs` limits the final check for written rows.
  expect(totalMs + probeMs).toBeLessThanOrEqual(55_000);
});

describe.each<[string, FaultKind]>([
  ['never answers', 'hang'],
  ['stops within its response', 'stall-midway'],
])('if Google %s', (_, how) => {
  test.each(Object.keys(CALLS))('the call %s times out, and the user gets a notice and an error', async (name) => {
    const { fake, id, api, notices } = await connected(SHORT);
    fake.fail({ call: name as 'sheets.*', how, times: 100 });
    const thrown = (await CALLS[name]?.(api, id).catch((error: unknown) => error)) as object;
    if (isWrite(name)) expect(thrown).toMatchObject({ code: 'workbook_write_uncertain' });
    else
      expect(thrown).toMatchObject({
        code: 'workbook_offline',
        params: { reason: 'timeout' },
        message: 'Google was reached, but sent no answer.',
        remedy: expect.stringContaining('Nothing was written'),
      });
    expect(notices()).toBeGreaterThan(0);
    // Neither a write nor a streamed response that stopped in the middle is requested again.
    const times = isWrite(name) || (name === READ && how === 'stall-midway') ? 1 : 2;
    expect(calls(fake)).toHaveLength(times);
  });
});

test('requests without a response share one time limit, after which each request ends early until Google responds', async () => {
  const { fake, id, api } = await connected({ ...UNHURRIED, requestMs: 300, totalMs: 300 });
  fake.fail({ call: 'drive.files.get', how: 'hang', times: 2 });
  for (const _ of ['at first', 'later']) {
    await expect(api.file(id)).rejects.toMatchObject({ code: 'workbook_offline' });
    // No retry, because the first request used up the whole limit.
    expect(calls(fake)).toEqual(['drive.files.get']);
    fake.clearRequests();
  }
  await expect(api.file(id)).resolves.toMatchObject({ isSpreadsheet: true });
});

test('a request that gets no response is retried, and succeeds', async () => {
  const { fake, id, api } = await connected({ ...UNHURRIED, requestMs: 2000 });
  fake.fail({ call: 'drive.files.get', how: 'hang', times: 1 });
  await expect(api.file(id)).resolves.toMatchObject({ isSpreadsheet: true });
});

test('a slow response does not time out while data arrives', async () => {
  const { fake, id, api } = await connected({ ...UNHURRIED, requestMs: 1000 });
  fake.fail({ call: READ, how: { trickleMs: 150 } });
  await expect(CALLS[READ]?.(api, id)).resolves.toMatchObject({ sheets: [{ title: 'Transactions' }] });
});

describe('a write without a response', () => {
  async function spreadsheet(): Promise<{ readonly fake: FakeGoogle; readonly session: WorkbookSession }> {
    const { fake, ...account } = await googleAccount();
    const { spreadsheetId, hand } = await leanSpreadsheet({ fake, ...account });
    const clock = manualClock();
    const { api } = apiWith(fake, await grantFrom(fake, { pick: spreadsheetId }), {
      silenceLimits: { noticeMs: 100, requestMs: 700, totalMs: 1500, probeMs: 500 },
    });
    const sleep = async (): Promise<void> => undefined;
    const workbook = new GoogleWorkbook({ api, spreadsheetId, clock, sleep });
    return { fake, session: new WorkbookSession({ workbook, person: hand, close: () => fake.close() }) };
  }

  test('is found in the spreadsheet, if it was executed', async () => {
    const { fake, session } = await spreadsheet();
    fake.fail({ call: WRITE, how: 'hang', when: 'after' });
    await session.append(transaction(1));
    expect((await session.read()).rows).toHaveLength(1);
    await session.close();
  });

  test('is reported as uncertain if the check whether it was executed gets no response either', async () => {
    const { fake, session } = await spreadsheet();
    const { revision, layout } = await session.read();
    fake.fail({ call: WRITE, how: 'hang', when: 'after' });
    fake.fail({ call: READ, how: 'hang', times: 100 });
    fake.clearRequests();
    const change = { runId: 'run-1', revision, appends: [transaction(1)], updates: [], removals: [] };
    await expect(session.workbook.apply(change, { layout })).rejects.toMatchObject({
      code: 'workbook_write_uncertain',
    });
    // The check for written rows is not retried, because the write used up the limit that both share.
    expect(calls(fake).filter((call) => call === READ)).toHaveLength(1);
    fake.clearFaults();
    expect(await session.read()).toMatchObject({ markers: ['run-1'], rows: [{ transactionId: 'txn-1' }] });
    await session.close();
  });
});
