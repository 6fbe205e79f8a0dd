import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import { moveRule } from '../../src/core/rule-edits.ts';
import type { RuleValues } from '../../src/core/workbook-change.ts';
import {
  applyWhile,
  googleAccount,
  leanSpreadsheet,
  sessionOf,
  type GoogleAccount,
  type OpenSpreadsheet,
} from '../support/google-account.ts';

const RULES = 'Rules';

let account: GoogleAccount;
let original: OpenSpreadsheet;
let sheet: OpenSpreadsheet;
beforeAll(async () => {
  account = await googleAccount();
  original = await leanSpreadsheet(account);
  await sessionOf(original).apply({ rules: WRITTEN });
});
afterAll(() => account.close());

const WRITTEN: readonly RuleValues[] = ['coffee', 'rent', 'shop', 'tea'].map((description, place) => ({
  description,
  category: `Category ${place}`,
  minAmount: `-${place + 1}00.00` as Amount,
  maxAmount: null,
}));

beforeEach(() => {
  sheet = account.copyOf(original);
});

async function rules(): Promise<RuleValues[]> {
  return (await sessionOf(sheet).read()).rules.map(({ index: _index, ...values }) => values);
}

const without = (...names: string[]) => WRITTEN.filter(({ description }) => !names.includes(description));
const edit = (place: number, to: RuleValues | null) => ({ row: place + 2, from: WRITTEN[place] ?? null, to });
const HOUSING: RuleValues = { description: 'housing', category: 'Home', minAmount: null, maxAmount: '-1.00' as Amount };

test.each<[string, () => Promise<void>, readonly RuleValues[]]>([
  ['inserts a line above', () => sheet.hand.insertRow(RULES, 2), WRITTEN],
  ['inserts a line directly above', () => sheet.hand.insertRow(RULES, 3), WRITTEN],
  ['deletes a line above', () => sheet.hand.deleteRow(RULES, 2), without('coffee')],
  ['inserts a line below', () => sheet.hand.insertRow(RULES, 5), WRITTEN],
])('if a user %s during an edit, the edited rule and all other rules stay complete', async (_name, person, left) => {
  const { refused } = await applyWhile(account, sheet, person, { ruleEdits: [edit(1, HOUSING)] });
  expect(refused).toEqual([]);
  expect(await rules()).toEqual(left.map((rule) => (rule.description === 'rent' ? HOUSING : rule)));
});

test('a deletion removes only the intended rule, even if a user inserts a line above', async () => {
  await applyWhile(account, sheet, () => sheet.hand.insertRow(RULES, 2), { ruleEdits: [edit(2, null)] });
  expect(await rules()).toEqual(without('shop'));
});

test('rules are reordered correctly even if a user inserts a line at the same time', async () => {
  const { rules: before } = await sessionOf(sheet).read();
  await applyWhile(account, sheet, () => sheet.hand.insertRow(RULES, 3), { ruleEdits: moveRule(before, 3, 0) });
  expect((await rules()).map(({ description }) => description)).toEqual(['tea', 'coffee', 'rent', 'shop']);
});

test('a user’s edit of another rule during the write is kept, and no conflict is reported', async () => {
  const { refused } = await applyWhile(account, sheet, () => sheet.hand.type(RULES, 5, 0, 'tea house'), {
    ruleEdits: [edit(1, HOUSING)],
  });
  expect(refused).toEqual([]);
  expect((await rules()).map(({ description }) => description)).toEqual(['coffee', 'housing', 'shop', 'tea house']);
});

test('if a user sorts the rules during the write, the message names the version history', async () => {
  const { refused } = await applyWhile(account, sheet, () => sheet.hand.reverseRows(RULES, 2, 5), {
    ruleEdits: [edit(0, HOUSING)],
  });
  expect(refused).toMatchObject([{ row: 2, found: expect.stringContaining('version history') }]);
});

test('overwritten rules that cannot be restored are reported', async () => {
  account.fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how: { status: 503 }, skip: 1, times: 9 });
  const { refused } = await applyWhile(account, sheet, () => sheet.hand.insertRow(RULES, 2), {
    ruleEdits: [edit(1, HOUSING)],
  });
  account.fake.clearFaults();
  expect(refused).toMatchObject([{ row: 3, found: expect.stringContaining('could not be put back') }]);
});
