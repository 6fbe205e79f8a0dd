import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { ask, runningService } from '../support/running-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HYPERLINK = '=HYPERLINK("http://evil.example","refund")';

/** Texts that a bank, or anyone who can choose a payee's name, may send, and their expected display. */
const TEXTS: readonly (readonly [sent: string, shown: string])[] = [
  [HYPERLINK, HYPERLINK],
  ['+1-800', '+1-800'],
  ['-2+3', '-2+3'],
  ['@SUM(A1:A9)', '@SUM(A1:A9)'],
  ['＝1+1', '＝1+1'],
  ['\u202egnp.exe\u202c', 'gnp.exe'],
  ['\u200fShop\u200e', 'Shop'],
  ['red \u001b[31mtext\u0007', 'red [31mtext'],
  ['&#x1b;[2Jcleared', '[2Jcleared'],
  ['_x000D_', '_x000D_'],
  ['__proto__', '__proto__'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
];

/** Control characters except line breaks, and marks that change the writing direction. */
const STEERING = /(?!\n)\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

test('a bank’s texts are treated as plain text in the sheet, the API, the CSV and the terminal', async () => {
  const folder = temporaryFolder();
  const statement = statementFile(
    folder,
    TEXTS.map(([sent]) => sent),
  );
  writeFileSync(statement, readFileSync(statement, 'utf8').replaceAll('&amp;#', '&#'));
  const shown = TEXTS.map(([, text]) => text);
  const preview = await pennyrow(folder, 'import', statement, '--dry-run');
  expect((await pennyrow(folder, 'import', statement, '--json')).json<Run>()).toMatchObject({
    counts: { added: TEXTS.length },
  });
  expect((await exceljsRows(join(folder, 'Pennyrow.xlsx'), 'Transactions')).map((row) => row['Description'])).toEqual(
    shown,
  );

  const csv = await pennyrow(folder, 'export', '--format', 'csv');
  for (const { stdout } of [preview, csv]) expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(STEERING);
  const cells = csv.stdout.split('\r\n').map((line) => line.split(',')[4]);
  for (const text of ['"\'=HYPERLINK(""http://evil.example""', "'+1-800", "'-2+3", "'@SUM(A1:A9)", "'＝1+1"])
    expect(cells).toContain(text);

  const service = await runningService({}, folder);
  const { token } = await service.client.call('token.create', {
    accountId: service.accountId,
    name: 'x',
    scopes: ['read'],
  });
  const answer = await ask(service, `${service.url}/api/v2/transactions?start_date=2026-01-01&end_date=2026-12-31`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { transactions } = JSON.parse(answer.body) as { transactions: Record<string, { sheet_description: string }> };
  expect(Object.values(transactions).map((row) => row.sheet_description)).toEqual(shown);
});
