import { expect, test } from 'vitest';
import { readRedirect, type ConsentTarget } from './redirect.ts';

const STATE = 'a-state-that-nobody-guesses';
const NEW: ConsentTarget = { kind: 'new' };
const EXISTING: ConsentTarget = { kind: 'existing' };
const RECONNECT: ConsentTarget = { kind: 'existing', spreadsheetId: 'sheet-1' };

const read = (query: string, target: ConsentTarget) => readRedirect(new URLSearchParams(query), STATE, target);

test.each([
  { what: 'a new spreadsheet needs no selection', query: `state=${STATE}&code=4/0abc`, target: NEW, picked: [] },
  {
    what: 'one spreadsheet was selected',
    query: `state=${STATE}&code=4/0abc&picked_file_ids=sheet-9`,
    target: EXISTING,
    picked: ['sheet-9'],
  },
  {
    what: 'the same spreadsheet was selected again',
    query: `state=${STATE}&code=4/0abc&picked_file_ids=sheet-1`,
    target: RECONNECT,
    picked: ['sheet-1'],
  },
  {
    what: 'the same spreadsheet is reconnected without a selection',
    query: `state=${STATE}&code=4/0abc`,
    target: RECONNECT,
    picked: [],
  },
])('a redirect with a code is accepted if $what', ({ query, target, picked }) => {
  expect(read(query, target)).toEqual({ kind: 'code', code: '4/0abc', picked });
});

test.each([
  { query: `state=${STATE}&error=access_denied`, target: NEW, code: 'workbook_consent_denied' },
  { query: `state=${STATE}&error=server_error`, target: NEW, code: 'workbook_consent_refused' },
  { query: `state=${STATE}`, target: NEW, code: 'workbook_consent_refused' },
  { query: `state=${STATE}&code=c`, target: EXISTING, code: 'workbook_consent_picked' },
  { query: `state=${STATE}&code=c&picked_file_ids=`, target: EXISTING, code: 'workbook_consent_picked' },
  { query: `state=${STATE}&code=c&picked_file_ids=a,b`, target: EXISTING, code: 'workbook_consent_picked' },
  { query: `state=${STATE}&code=c&picked_file_ids=sheet-2`, target: RECONNECT, code: 'workbook_consent_other_picked' },
])('the redirect $query is rejected as $code', ({ query, target, code }) => {
  expect(read(query, target)).toMatchObject({ kind: 'refused', error: { code } });
});

test.each(['code=c', 'state=&code=c', `state=${STATE}x&code=c`, `state=${STATE.slice(1)}&error=access_denied`])(
  'the redirect %s is rejected because its state is not ours',
  (query) => {
    expect(read(query, NEW)).toMatchObject({
      kind: 'foreign',
      error: { code: 'consent_failed', params: { reason: 'state' } },
    });
  },
);
