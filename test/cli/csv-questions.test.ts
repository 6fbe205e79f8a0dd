import { expect, test } from 'vitest';
import { askAboutCsv, parseAnswer, type CsvAnswer } from '../../src/cli/csv/csv-questions.ts';
import { format } from '../../src/cli/locale.ts';
import type { Prompt } from '../../src/cli/prompt.ts';
import { inspectStatement } from '../../src/sources/statements/inspect-statement.ts';
import { readStatement } from '../support/read-statement.ts';
import { NO_CSV_MEMORY, type StatementFile } from '../../src/sources/statements/statement.ts';
import { csvFile, csvFixture, csvLines, remembering } from '../support/csv-files.ts';
import { typingPerson } from '../support/typing-person.ts';

const ask = (asker: Prompt, file: StatementFile): Promise<CsvAnswer | null> =>
  askAboutCsv(asker, async (answers) => inspectStatement(file, NO_CSV_MEMORY, { answers }));

async function readAfter(file: StatementFile, ...typed: readonly string[]): Promise<string[]> {
  const answered = await ask(typingPerson(...typed), file);
  return answered === null ? ['given up'] : csvLines(readStatement(file, remembering(answered)));
}

/** A card file with as many payments as purchases, so that the meaning of a minus sign is unknown. */
const CARD = csvFile(
  String(csvFixture('card-inverted.csv').bytes).replace(/.*PAPER & PENS.*\n/, ''),
  'card-inverted.csv',
);

test('a card file is read after questions for its currency, sign and name, with the likely answers as defaults', async () => {
  const asker = typingPerson('USD', '', '');
  const file = CARD;
  expect(await ask(asker, file)).toMatchObject({ mapping: { currency: { code: 'USD' }, amount: { inverted: true } } });
  const transcript = asker.seen.join('\n');
  expect(transcript).toContain('card-inverted.csv is a table that Pennyrow has not seen before.');
  expect(transcript).toContain('TIN WHISTLE PUB');
  expect(transcript).toContain('How does “Amount” show money you spent?');
  expect(transcript).toContain('Number [2]: ');
  const [day, money] = [format().day('2026-01-30'), format().money('-31.40', 'USD')];
  expect(transcript.replaceAll(/ +/g, ' ')).toContain(`${day} ${money} TIN WHISTLE PUB`);
});

test('an account name is not accepted as a currency, and the question is repeated', async () => {
  const asker = typingPerson('Chequing', 'USD', '', '');
  expect(await ask(asker, CARD)).toMatchObject({ mapping: { currency: { code: 'USD' } } });
  expect(asker.seen.join('\n')).toContain('there is no column “Chequing”');
});

test('the question about ambiguous dates lists the possible days', async () => {
  const file = { ...csvFixture('refused/ambiguous-dates.csv'), name: 'ambiguous.csv' };
  expect(await readAfter(file, '2', 'y')).toEqual(['2026-03-04 -1.00 USD ONE', '2026-05-06 -2.00 USD TWO']);
  expect(await readAfter(file, 'nonsense', '9', 'dmy', '')).toEqual([
    '2026-04-03 -1.00 USD ONE',
    '2026-06-05 -2.00 USD TWO',
  ]);
});

test('a wrong answer can be corrected at the end', async () => {
  const file = csvFile(
    'Datum;Was;Wofür;Wert in EUR;Konto Nr\n31.01.2026;Laden;Brot;-1,00;77\n30.01.2026;Markt;Obst;-2,00;78\n',
  );
  const wrong = await readAfter(file, 'Haushalt', '');
  expect(wrong).toHaveLength(2);
  const asker = typingPerson('Haushalt', 'n', '8', '3 2', 'y');
  const answered = await ask(asker, file);
  expect(asker.seen.join('\n')).toContain('Which of these is wrong?');
  expect(csvLines(readStatement(file, remembering(answered as CsvAnswer)))).toEqual([
    '2026-01-31 -1.00 EUR Brot - Laden',
    '2026-01-30 -2.00 EUR Obst - Markt',
  ]);
});

test('the end of the input stops the questions, and nothing is imported', async () => {
  expect(await ask(typingPerson(), CARD)).toBeNull();
  expect(await ask(typingPerson('USD', '2', 'n', ''), CARD)).toBeNull();
});

test('a file that no answer can fix is reported with the problem', async () => {
  await expect(ask(typingPerson('x'), csvFixture('refused/endless-quote.csv'))).rejects.toMatchObject({
    code: 'statement_unreadable',
  });
});

test('the first question asks for the date column if no column looks like a date', async () => {
  const asker = typingPerson('1');
  await ask(asker, csvFixture('refused/not-a-statement.csv'));
  expect(asker.seen.join('\n')).toContain('Which column is the day on which the bank booked it?');
});

test('an answer with two columns selects one for money out and one for money in', () => {
  const question = {
    about: 'amount',
    choices: [
      { value: 'In/Out', label: '' },
      { value: 'Paid', label: '' },
      { value: 'Got', label: '' },
    ],
  } as const;
  expect(parseAnswer(question, '2 and 3')).toEqual({ out: 'Paid', in: 'Got', amount: undefined });
  expect(parseAnswer(question, '2, 3')).toEqual({ out: 'Paid', in: 'Got', amount: undefined });
  expect(parseAnswer(question, 'in/out')).toEqual({ amount: 'In/Out' });
  expect(parseAnswer(question, '4')).toBeNull();
});
