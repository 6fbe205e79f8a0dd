import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll } from 'vitest';
import { readCatalogues, type Tree } from '../../scripts/messages/catalogues.ts';
import { buildSteps, copySent } from './image.ts';
import { IS_WINDOWS } from './machine.ts';
import { oncePerRun } from './once-per-run.ts';
import { completed, PSEUDO, pseudoCatalogue } from './pseudo-language.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** An extension by a developer: a column that users fill in and the API returns, and a column that the bank fills in. */
const COLUMNS = `
  location: {
    type: 'text',
    owner: 'person',
    header: 'Location',
    otherNames: { en: ['place'], de: ['ort'] },
    width: [20, 140],
    fill: () => '',
    wire: { name: 'location', description: 'The place of the purchase.', example: 'Vienna' },
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

/** The names of the columns in each language. */
const COLUMN_NAMES = { location: 'Location', status: 'Status' };

/** The line to add to each list of kinds. */
const KINDS = {
  'src/sources/kinds.ts': `export { sampleBank } from '../../test/kinds/sample-bank/kind.ts';`,
  'src/workbooks/kinds.ts': `export { sampleBook } from '../../test/kinds/sample-book/kind.ts';`,
};
const FOLDERS_OF_KINDS = ['test/kinds/sample-bank', 'test/kinds/sample-book'];

/** The OAuth client that an owner registers with Google and includes in the package. */
export const PACKAGED_CLIENT = {
  clientId: '1234-owner.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-of-the-owner',
};

/**
 * The program, built as in its image, with everything that is extensible by adding a line or a file: two columns, a bank,
 * a kind of workbook, two languages and the owner's OAuth client. Built once for each run. Call at the top of a test file;
 * the returned function returns the folder of the checkout.
 */
export function extendedProgram(): () => string {
  let folder = '';
  beforeAll(async () => {
    folder = await oncePerRun('extended-program', extend);
  });
  return () => folder;
}

async function extend(folder: string): Promise<void> {
  copySent(folder);
  for (const each of FOLDERS_OF_KINDS) cpSync(join(ROOT, each), join(folder, each), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  addColumns(folder);
  for (const [file, line] of Object.entries(KINDS)) appendFileSync(join(folder, file), `${line}\n`);
  addLanguages(folder);
  const owner = readJson(join(folder, 'owner.json')) as object;
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ ...owner, googleClient: PACKAGED_CLIENT }));
  if (IS_WINDOWS)
    for (const step of ['scripts/messages/compile-messages.ts', 'scripts/build/build.ts'])
      await run(process.execPath, [step], { cwd: folder });
  else for (const step of buildSteps()) await runStep(step, folder);
}

/** Leaves out `npm ci`, because the dependencies are already installed. */
async function runStep(step: string, folder: string): Promise<void> {
  const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  await run('sh', ['-ec', step.replace(/^npm ci --ignore-scripts && /, '')], {
    cwd: folder,
    env: { ...process.env, PATH },
  });
}

function addColumns(folder: string): void {
  const table = join(folder, TABLE);
  const before = readFileSync(table, 'utf8');
  const after = before.replaceAll(END_OF_TABLE, `${COLUMNS}${END_OF_TABLE}`);
  if (after === before) throw new Error(`${TABLE} has no place for a column.`);
  writeFileSync(table, after);
  for (const language of ['en', 'de']) {
    const catalogue = join(folder, 'src/messages', `${language}.json`);
    const messages = readJson(catalogue) as {
      readonly shared: { readonly column: object };
      readonly pages: { readonly workbookMapping: { readonly writes: object } };
    };
    Object.assign(messages.shared.column, COLUMN_NAMES);
    Object.assign(messages.pages.workbookMapping.writes, COLUMN_NAMES);
    writeFileSync(catalogue, JSON.stringify(messages));
  }
}

/** Adds a file each for a pseudo language and a partial translation to French. */
function addLanguages(folder: string): void {
  const { en: english = {} } = readCatalogues(folder);
  const french = readJson(join(ROOT, 'test/fixtures/messages/fr.json')) as Tree;
  const languages = { [PSEUDO]: pseudoCatalogue(english), fr: completed(french, english) };
  for (const [language, texts] of Object.entries(languages))
    writeFileSync(join(folder, 'src/messages', `${language}.json`), JSON.stringify(texts));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
