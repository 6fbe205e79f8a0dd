import { expect, test } from 'vitest';
import { SheetSimulator } from '../../../../test/support/sheet-simulator.ts';
import { statementFixtures } from '../../../../test/support/statement-fixtures.ts';
import { schemedTransactions } from '../load-statement.ts';

const { read } = statementFixtures('mt940');

/** Imports the file with the descriptions of an earlier version of Pennyrow, then as it is read today. */
function importTwice(file: string, formerTexts: readonly string[], hasIds: boolean) {
  const today = schemedTransactions(read(file)).map((one) => (hasIds ? one : { ...one, providerId: null }));
  const sheet = new SheetSimulator();
  const options = { connection: 'file', complete: [] };
  const former = today.map(({ parts: _parts, ...one }, place) => ({ ...one, description: formerTexts[place] ?? '' }));
  sheet.sync(former, options);
  const plan = sheet.sync(today, options);
  return { added: plan.appends.length, texts: sheet.rows.map(({ description }) => description) };
}

const TAG_WIDTH = ['Lindehof Tuinderij Ede', 'Kosten Zak elijk Pakket Rekening 12 Betreft', 'Waterschap De Vaart'];

test.each([
  ['numbered-texts.sta', ['68790452', 'No description'], false],
  ['other-slash-codes.sta', ['25488504', 'Miscellaneous', '0000000000'], false],
  ['dutch-tag-width.940', TAG_WIDTH, true],
])('an import of %s corrects descriptions that an earlier version of Pennyrow wrote', (file, texts, hasIds) => {
  const expected = read(file).transactions.map(({ description }) => description);
  expect(importTwice(file, texts, hasIds)).toEqual({ added: 0, texts: expected });
});

test('an import recognizes rows without ids by the similar descriptions of an earlier version of Pennyrow', () => {
  expect(importTwice('dutch-tag-width.940', TAG_WIDTH, false)).toEqual({ added: 0, texts: TAG_WIDTH });
});
