import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askAboutFiles } from '../../src/cli/csv/csv-questions.ts';
import type { Run } from '../../src/core/run.ts';
import type { CsvQuestion } from '../../src/core/csv-mapping.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { ODD_BANKS, type OddBank, type OddFile } from '../support/odd-banks.ts';
import { runningService } from '../support/running-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typingPerson } from '../support/typing-person.ts';
import { pennyrow } from './pennyrow.ts';

interface Shown {
  readonly csv: { readonly questions: readonly Pick<CsvQuestion, 'about'>[] };
}

/** The rows of the workbook, such as "2026-01-05 -54.2 GREEN GROCER". */
async function rowsIn(folder: string): Promise<string[]> {
  const rows = await exceljsRows(join(folder, 'Pennyrow.xlsx'), 'Transactions');
  return rows.map((row) => `${row['Date']} ${row['Amount']} ${row['Description']}`);
}

const inWorkbook = ({ rows }: OddFile): string[] =>
  rows.map((row) =>
    row.replace(/ \(pending\)$/, '').replace(/^(\S+) (\S+) [A-Z]{3} /, (_, day, amount) => `${day} ${Number(amount)} `),
  );

function save(folder: string, { name, bytes }: OddFile): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const answersAsFlags = ({ answers: { account, currency } }: OddBank): string[] => [
  ...(account === undefined ? [] : ['--of', account]),
  ...(currency === undefined ? [] : ['--currency', currency]),
];

async function questionsFor(folder: string, path: string): Promise<string[]> {
  const shown = (await pennyrow(folder, 'csv', 'show', path, '--json')).json<Shown>();
  return shown.csv.questions.map(({ about }) => about).sort();
}

test('files of seven unusual banks require answers only about facts that they lack, and the next files require none', async () => {
  const folder = temporaryFolder();
  const expected: string[] = [];
  for (const bank of ODD_BANKS) {
    const [first, next] = bank.files.map((file) => save(folder, file)) as [string, string];
    expect([bank.name, await questionsFor(folder, first)]).toEqual([bank.name, Object.keys(bank.answers).sort()]);
    if (Object.keys(bank.answers).length > 0) {
      const refused = await pennyrow(folder, 'import', first, '--json');
      expect([bank.name, refused.code]).toEqual([bank.name, 1]);
      expect(refused.json<Run>().messages).toMatchObject([{ code: 'statement_csv_question' }]);
      expect(await pennyrow(folder, 'csv', 'map', first, ...answersAsFlags(bank))).toMatchObject({ code: 0 });
    }
    const imported = await pennyrow(folder, 'import', first, '--json');
    expect([bank.name, imported.code, imported.json<Run>().counts.added]).toEqual([
      bank.name,
      0,
      bank.files[0].rows.length,
    ]);
    expect([bank.name, (await pennyrow(folder, 'import', next, '--json')).code]).toEqual([bank.name, 0]);
    expected.push(...bank.files.flatMap(inWorkbook));
  }
  expect((await rowsIn(folder)).sort()).toEqual(expected.sort());
});

test('a terminal asks the questions one by one, and does not repeat them for later files', async () => {
  const { client, accountId, service } = await runningService();
  for (const bank of ODD_BANKS) {
    const [first, next] = bank.files.map((file) => save(service.dataFolder.path, file)) as [string, string];
    const { currency, account } = bank.answers;
    const typed = [currency, account].filter((answer) => answer !== undefined);
    // An empty last answer confirms the result.
    const person = typingPerson(...typed, ...(typed.length === 0 ? [] : ['']));
    await askAboutFiles(client, person, { accountId, paths: [first] });
    expect([bank.name, person.seen.length > 0]).toEqual([bank.name, typed.length > 0]);
    const { runId } = await client.call('run.import', { accountId, paths: [first] });
    expect(await client.call('run.wait', { runId })).toMatchObject({
      status: 'succeeded',
      counts: { added: bank.files[0].rows.length },
    });
    const again = typingPerson();
    await askAboutFiles(client, again, { accountId, paths: [next] });
    expect([bank.name, again.seen]).toEqual([bank.name, []]);
    const { lines } = await client.call('run.preview', { accountId, paths: [next] });
    expect(
      lines
        .map(
          ({ date, amount, currency: code, description, status }) =>
            `${date} ${amount} ${code} ${description}${status === 'pending' ? ' (pending)' : ''}`,
        )
        .sort(),
    ).toEqual(bank.files[1].rows.toSorted());
  }
});
