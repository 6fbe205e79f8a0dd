import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectSocket } from '../src/control/socket/client.ts';
import { controlAddress } from '../src/platform/control-address.ts';
import { cleanEnvironment, statementFile } from './cli/pennyrow.ts';
import { exceljsPerson, exceljsRows } from './support/exceljs-person.ts';
import { ask } from './support/running-service.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { typeProblems } from './support/type-problems.ts';

const ROOT = join(import.meta.dirname, '..');
const SHEET = 'Transactions';
/** Where a new column stands, from 0. */
const PLACE = 9;

/** What somebody adds who wants to serve a column that people fill in, and to write one that the bank does. */
const LINES = `
  location: {
    type: 'text',
    owner: 'person',
    header: 'Location',
    otherNames: { en: ['place'], de: ['ort'] },
    width: [20, 140],
    fill: () => '',
    wire: { name: 'location', description: 'Where it was.', example: 'Vienna' },
  },
  status: {
    type: 'code',
    owner: 'pennyrow',
    header: 'Status',
    otherNames: { en: [], de: [] },
    width: [10, 80],
    fill: ({ transaction }) => transaction.status,
  },
`;

const TABLE = 'src/core/transaction-table.ts';
const END_OF_TABLE = '} as const satisfies';

/** The words: a name and what is written there, in every language. */
/** What the columns are called, in each language. */
const WORDS = { location: 'Location', status: 'Status' };

const run = promisify(execFile);

let changed = '';
beforeAll(async () => {
  changed = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-changed-')));
  cpSync(ROOT, changed, { recursive: true, filter: isOfTheProgram });
  symlinkSync(join(ROOT, 'node_modules'), join(changed, 'node_modules'), 'junction');
  edit(TABLE, END_OF_TABLE, `${LINES}${END_OF_TABLE}`);
  for (const language of ['en', 'de']) addWords(join(changed, 'src/messages', `${language}.json`));
  await run(process.execPath, ['compile-messages.ts'], { cwd: changed });
  await run(process.execPath, ['build.ts'], { cwd: changed });
});
afterAll(() => rmSync(changed, { recursive: true, force: true }));

function isOfTheProgram(path: string): boolean {
  const inside = relative(ROOT, path);
  return !/^(node_modules|dist|test|bench|docs[\\/](?!guide|images)[^\\/]+|assets|\.git|vitest\.config\.ts)($|[\\/])|\.test\.tsx?$/.test(
    inside,
  );
}

function addWords(catalogue: string): void {
  const messages = JSON.parse(readFileSync(catalogue, 'utf8')) as {
    readonly pages: { readonly column: object; readonly workbookMapping: { readonly writes: object } };
  };
  Object.assign(messages.pages.column, WORDS);
  Object.assign(messages.pages.workbookMapping.writes, WORDS);
  writeFileSync(catalogue, JSON.stringify(messages));
}

function edit(file: string, place: string | RegExp, text: string): void {
  const path = join(changed, file);
  const before = readFileSync(path, 'utf8');
  const after = before.replaceAll(place, text);
  if (after === before) throw new Error(`${file} has no place for it.`);
  writeFileSync(path, after);
}

/** Runs the program that stands in a folder. */
async function pennyrow(program: string, folder: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(program, 'bin/pennyrow.js'), ...args], {
    cwd: folder,
    env: { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder },
  });
  return stdout;
}

/** Its service, and the address where it serves. */
async function serve(program: string, folder: string): Promise<{ readonly url: string; readonly ca: Buffer }> {
  const child = spawn(process.execPath, [join(program, 'bin/pennyrow.js'), 'serve', '--port', '0', '--json'], {
    cwd: folder,
    env: { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    const { url, ca } = JSON.parse(line) as { readonly url: string; readonly ca: string };
    return { url, ca: readFileSync(ca) };
  }
  throw new Error('The service ended without a word.');
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

describe('with two lines more in the table, and their words', { timeout: 600_000 }, () => {
  test('nothing else has to be touched for the types to fit', async () => {
    expect(await typeProblems(changed)).toBe('');
  });

  test('a new workbook has the columns, filled as they say, and what a person enters is served everywhere', async () => {
    const folder = temporaryFolder();
    await pennyrow(changed, folder, 'import', statementFile(folder, ['Green Grocer', 'Corner Café']));
    const workbook = join(folder, 'Pennyrow.xlsx');
    expect(await exceljsRows(workbook, SHEET)).toMatchObject([
      { Description: 'Green Grocer', Location: null, Status: 'posted' },
      { Description: 'Corner Café', Location: null, Status: 'posted' },
    ]);
    await exceljsPerson(workbook).type(SHEET, 2, PLACE, 'Vienna');

    const exported = JSON.parse(await pennyrow(changed, folder, 'export', '--format', 'json')) as unknown;
    expect(exported).toMatchObject([{ location: 'Vienna' }, { location: '' }]);
    const [heading, first] = (await pennyrow(changed, folder, 'export')).split('\r\n');
    expect([heading, first]).toEqual([expect.stringMatching(/,location$/), expect.stringMatching(/,Vienna$/)]);
    expect(mirrorIn(folder).text).toContain('"category":"","location":"Vienna"}');

    const token = await pennyrow(changed, folder, 'token', 'create', '--name', 'script', '--json');
    const headers = { authorization: `Bearer ${(JSON.parse(token) as { readonly token: string }).token}` };
    const { url, ca } = await serve(changed, folder);
    const january = `${url}/api/v2/transactions?start_date=2026-01-01&end_date=2026-01-31`;
    const { transactions } = JSON.parse((await ask({ ca }, january, { headers })).body) as {
      readonly transactions: Readonly<Record<string, unknown>>;
    };
    expect(Object.values(transactions)).toMatchObject([{ location: 'Vienna' }, { location: '' }]);
    const { components } = JSON.parse((await ask({ ca }, `${url}/api/openapi.json`)).body) as {
      readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
    };
    expect(components.schemas['Transaction']).toMatchObject({
      properties: { location: { type: 'string', description: 'Where it was.', example: 'Vienna' } },
      required: expect.arrayContaining(['location']),
    });

    const client = await connectSocket(controlAddress(folder));
    const [account] = (await client?.call('account.list', {})) ?? [];
    const page = await client?.call('transaction.list', { accountId: account?.id ?? '', search: 'vienna' });
    expect(page?.rows).toMatchObject([{ description: 'Green Grocer', location: 'Vienna' }]);

    // Both rows hold what was written, but that a person has entered something in one of them.
    await pennyrow(changed, folder, 'undo', '--last');
    expect(await exceljsRows(workbook, SHEET)).toMatchObject([{ Description: 'Green Grocer', Location: 'Vienna' }]);
  });

  test('a new Google spreadsheet has them too', async () => {
    const script = `
      const { newSheets, finishingRequests } = await import('./src/workbooks/google/new-spreadsheet-sheets.ts');
      const { newWorkbook } = await import('./src/workbooks/template/new-workbook.ts');
      const { loadSpeech } = await import('./src/messages/speech.ts');
      const sheets = newWorkbook({ texts: (await loadSpeech('en', 'en', ['newWorkbook'])).texts.newWorkbook });
      const { data } = newSheets(sheets).find(({ properties }) => properties.title === 'Transactions');
      const [header] = data.flatMap(({ rowData = [] }) => rowData);
      const tags = finishingRequests(sheets).flatMap(({ createDeveloperMetadata: tag }) => tag?.developerMetadata.metadataValue ?? []);
      console.log(JSON.stringify([header.values.map((cell) => cell.userEnteredValue.stringValue), tags]));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: changed });
    const [headers, tags] = JSON.parse(stdout) as [string[], string[]];
    expect(headers.slice(PLACE - 1)).toEqual(['Currency', 'Location', 'Status']);
    expect(tags).toEqual(expect.arrayContaining(['location', 'status']));
  });

  test('a mirror that the program without them stored has another format, and is read from the workbook again', async () => {
    const folder = temporaryFolder();
    await pennyrow(ROOT, folder, 'import', statementFile(folder, ['Green Grocer']));
    const person = exceljsPerson(join(folder, 'Pennyrow.xlsx'));
    await person.type(SHEET, 1, PLACE, 'Location');
    await person.type(SHEET, 2, PLACE, 'Graz');
    const [before] = JSON.parse(await pennyrow(ROOT, folder, 'export', '--format', 'json')) as [object];
    expect(before).not.toHaveProperty('location');
    const { format } = mirrorIn(folder);

    const after = JSON.parse(await pennyrow(changed, folder, 'export', '--format', 'json')) as unknown;
    expect(after).toEqual([{ ...before, location: 'Graz' }]);
    expect(mirrorIn(folder).format).not.toBe(format);
  });
});
