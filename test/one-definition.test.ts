import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { connectSocket } from '../src/control/socket/client.ts';
import { USUAL_COLUMNS } from '../src/core/row.ts';
import { controlAddress } from '../src/control/socket/address.ts';
import { runPennyrow, startServiceIn, statementFile } from './cli/pennyrow.ts';
import { exceljsPerson, exceljsRows } from './support/exceljs-person.ts';
import { extendedProgram } from './support/extended-program.ts';
import { ask } from './support/running-service.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const OWN = join(import.meta.dirname, '..');
const SHEET = 'Transactions';
/** The position, from 0, of the first added column: after the columns of a new workbook. */
const PLACE = USUAL_COLUMNS.length;

const changed = extendedProgram();

/** Runs a command of the program in a data folder, and returns its output. */
async function pennyrow(program: string, folder: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runPennyrow(folder, args, {}, '', join(program, 'bin/pennyrow.js'));
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** Starts the program's service, and returns its address. */
async function serve(program: string, folder: string): Promise<{ readonly url: string; readonly ca: Buffer }> {
  const { firstLine } = await startServiceIn(folder, {}, ['--json'], join(program, 'bin/pennyrow.js'));
  const { url, ca } = JSON.parse(firstLine) as { readonly url: string; readonly ca: string };
  return { url, ca: readFileSync(ca) };
}

interface Mirrored {
  readonly format: number;
  readonly text: string;
}

function mirrorIn(folder: string): Mirrored {
  const database = new Database(join(folder, 'pennyrow.db'), { readonly: true });
  const sql = 'SELECT format, CAST(text AS TEXT) AS text FROM mirror JOIN mirror_block USING (account_id)';
  const mirrored = database.prepare<[], Mirrored>(sql).get();
  database.close();
  return mirrored as Mirrored;
}

describe('with two columns added to the column table, and their texts', { timeout: 600_000 }, () => {
  test('a new workbook has both columns, and a user’s input is in exports, in API answers and in search results', async () => {
    const folder = temporaryFolder();
    await pennyrow(changed(), folder, 'import', statementFile(folder, ['Green Grocer', 'Corner Café']));
    const workbook = join(folder, 'Pennyrow.xlsx');
    expect(await exceljsRows(workbook, SHEET)).toMatchObject([
      { Description: 'Green Grocer', Location: null, Status: 'posted' },
      { Description: 'Corner Café', Location: null, Status: 'posted' },
    ]);
    await exceljsPerson(workbook).type(SHEET, 2, PLACE, 'Vienna');

    const exported = JSON.parse(await pennyrow(changed(), folder, 'export', '--format', 'json')) as unknown;
    expect(exported).toMatchObject([{ location: 'Vienna' }, { location: '' }]);
    const [heading, first] = (await pennyrow(changed(), folder, 'export')).split('\r\n');
    expect([heading, first]).toEqual([expect.stringMatching(/,location$/), expect.stringMatching(/,Vienna$/)]);
    expect(mirrorIn(folder).text).toContain('"location":"Vienna"}');

    const token = await pennyrow(changed(), folder, 'token', 'create', '--name', 'script', '--json');
    const headers = { authorization: `Bearer ${(JSON.parse(token) as { readonly token: string }).token}` };
    const { url, ca } = await serve(changed(), folder);
    const january = `${url}/api/v2/transactions?start_date=2026-01-01&end_date=2026-01-31`;
    const { transactions } = JSON.parse((await ask({ ca }, january, { headers })).body) as {
      readonly transactions: Readonly<Record<string, unknown>>;
    };
    expect(Object.values(transactions)).toMatchObject([{ location: 'Vienna' }, { location: '' }]);
    const { components } = JSON.parse((await ask({ ca }, `${url}/api/openapi.json`)).body) as {
      readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
    };
    expect(components.schemas['Transaction']).toMatchObject({
      properties: { location: { type: 'string', description: 'The place of the purchase.', example: 'Vienna' } },
      required: expect.arrayContaining(['location']),
    });

    const client = await connectSocket(controlAddress(folder));
    const [account] = (await client?.call('account.list', {})) ?? [];
    const page = await client?.call('transaction.list', { accountId: account?.id ?? '', search: 'vienna' });
    expect(page?.rows).toMatchObject([{ description: 'Green Grocer', location: 'Vienna' }]);

    // The undo keeps the row in which a user filled a cell, and removes the unchanged row.
    await pennyrow(changed(), folder, 'undo', '--last');
    expect(await exceljsRows(workbook, SHEET)).toMatchObject([{ Description: 'Green Grocer', Location: 'Vienna' }]);
  });

  test('a new Google spreadsheet has the added columns', async () => {
    const script = `
      const { newSheets, finishingRequests } = await import('./src/workbooks/google/writing/new-spreadsheet-sheets.ts');
      const { newWorkbook } = await import('./src/workbooks/template/new-workbook.ts');
      const { loadI18n } = await import('./src/messages/i18n.ts');
      const sheets = newWorkbook({ texts: (await loadI18n('en', 'en', ['newWorkbook'])).texts.newWorkbook });
      const { data } = newSheets(sheets).find(({ properties }) => properties.title === 'Transactions');
      const [header] = data.flatMap(({ rowData = [] }) => rowData);
      const tags = finishingRequests(sheets).flatMap(({ createDeveloperMetadata: tag }) => tag?.developerMetadata.metadataValue ?? []);
      console.log(JSON.stringify([header.values.map((cell) => cell.userEnteredValue.stringValue), tags]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: changed(),
    });
    const [headers, tags] = JSON.parse(stdout) as [string[], string[]];
    expect(headers.slice(PLACE)).toEqual(['Location', 'Status']);
    expect(tags).toEqual(expect.arrayContaining(['location', 'status']));
  });

  test('a cache that was stored before the columns were added is discarded, and the workbook is read again', async () => {
    const folder = temporaryFolder();
    await pennyrow(OWN, folder, 'import', statementFile(folder, ['Green Grocer']));
    const person = exceljsPerson(join(folder, 'Pennyrow.xlsx'));
    await person.type(SHEET, 1, PLACE, 'Location');
    await person.type(SHEET, 2, PLACE, 'Graz');
    const [before] = JSON.parse(await pennyrow(OWN, folder, 'export', '--format', 'json')) as [object];
    expect(before).not.toHaveProperty('location');
    const { format } = mirrorIn(folder);

    const after = JSON.parse(await pennyrow(changed(), folder, 'export', '--format', 'json')) as unknown;
    expect(after).toEqual([{ ...before, location: 'Graz' }]);
    expect(mirrorIn(folder).format).not.toBe(format);
  });
});
