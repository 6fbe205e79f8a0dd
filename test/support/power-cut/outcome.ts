import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../../src/contract/control/service.ts';
import type { ExportPage } from '../../../src/contract/control/service.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createService, type Service } from '../../../src/service/service.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { XlsxWorkbook } from '../../../src/workbooks/xlsx/xlsx-connector.ts';
import { exceljsRows } from '../exceljs-person.ts';
import { accountOf, call, type Scene } from './scenes.ts';
import type { Contents } from './disk-changes.ts';

/** The state after the next start of Pennyrow, which must be the same with and without the power cut. */
export interface Outcome {
  /** The rows of the Transactions sheet as another program reads them, in any order. */
  readonly lines: readonly string[];
  readonly settings: Settings;
  readonly tokens: number;
  /** The contents of statement files in any folder. An interrupted move may leave an empty file, which is ignored. */
  readonly statements: readonly string[];
}

/** Starts Pennyrow on the folder and optionally repeats the scene's action. Throws a description of any inconsistency. */
export async function outcomeOf(root: string, scene: Scene, isDoneAgain: boolean): Promise<Outcome> {
  const data = join(root, 'data');
  if (isDoneAgain) await scene.recover?.(root);
  const service = await createService({ ...readConfig({ dataDir: data, timeZone: 'Europe/Berlin' }), documents: null });
  try {
    if (isDoneAgain) await scene.again(service, root);
    // Fails if the vault's key or the data that it encrypts is damaged.
    await call(service, 'service.certificate', {});
    const outcome = await lookAround(service, root);
    await backupsAreWhole(data);
    return outcome;
  } finally {
    await service.close();
  }
}

async function lookAround(service: Service, root: string): Promise<Outcome> {
  const data = join(root, 'data');
  const path = join(data, 'Pennyrow.xlsx');
  const accountId = await accountOf(service);
  const { rows } = await new XlsxWorkbook(path, { backupFolder: join(root, 'unused'), clock: systemClock }).read({
    remembered: null,
  });
  const { rows: exported, next } = await call<ExportPage>(service, 'export.transactions', { accountId, page: 0 });
  same('the pages of the export', [next], [null]);
  const own = rows.map(({ index, amount, description, category }) =>
    [index, amount ?? '', description, category].join('|'),
  );
  same(
    'the export and the workbook',
    exported.map((row) => [row.row_index, row.amount, row.sheet_description, row.category].join('|')).sort(),
    own.toSorted(),
  );
  const lines = (await exceljsRows(path, 'Transactions'))
    .map((line) => JSON.stringify({ ...line, 'Date Added': null }))
    .sort();
  same('the two readers', [lines.length], [rows.length]);
  const ids = rows.map(({ transactionId }) => transactionId).filter((id) => id !== '');
  same('the transaction ids and what is different of them', [new Set(ids).size], [ids.length]);
  const findings = await call<readonly { readonly check: string; readonly status: string; readonly message: string }[]>(
    service,
    'service.doctor',
    {},
  );
  const database = findings.find(({ check }) => check === 'database');
  if (database?.status !== 'ok') throw new Error(`doctor: ${database?.message}`);
  integrity(join(data, 'pennyrow.db'));
  return {
    lines,
    settings: await call(service, 'settings.get', {}),
    tokens: (await call<readonly unknown[]>(service, 'token.list', { accountId })).length,
    statements: statementsIn(root),
  };
}

function statementsIn(root: string): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ofx'));
  const texts = files.map((name) => readFileSync(join(root, name), 'utf8')).filter((text) => text !== '');
  return [...new Set(texts)].sort();
}

function integrity(path: string): void {
  const database = openDatabase(path);
  try {
    same(`integrity_check of ${path} and ok`, [database.pragma('integrity_check')], ['ok']);
    // An empty file passes the integrity check too, so a table must exist.
    same(
      `the tables of ${path} and some`,
      [database.all("SELECT 1 FROM sqlite_schema WHERE name = 'account'").length],
      [1],
    );
  } finally {
    database.close();
  }
}

async function backupsAreWhole(data: string): Promise<void> {
  for (const entry of readdirSync(join(data, 'backups'), { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.name.endsWith('.xlsx') && !entry.name.startsWith('.')) {
      await new XlsxWorkbook(path, { backupFolder: join(data, 'unused'), clock: systemClock })
        .read({ remembered: null })
        .catch((thrown: unknown) => {
          throw new Error(`The backup ${entry.name} is no workbook: ${(thrown as Error).message}`);
        });
    }
    if (/^pennyrow\.db\..*\d{17}(\.\d+)?$/.test(entry.name)) integrity(path);
  }
}

/**
 * Checks the folder without starting Pennyrow: once a workbook is replaced, its previous version must be among the
 * backups.
 */
export function problemWithBackups(root: string, before: Contents, after: Contents): string | null {
  const path = join(root, 'data', 'Pennyrow.xlsx');
  const [old, now] = [before.get(path), after.get(path)];
  if (old === undefined || old === null || now === undefined || now?.equals(old) === true) return null;
  const isKept = [...after].some(
    ([name, bytes]) => name.startsWith(join(root, 'data', 'backups')) && bytes?.equals(old) === true,
  );
  return isKept ? null : 'The workbook was replaced, and the version before it is nowhere.';
}

export function same(what: string, found: readonly unknown[], expected: readonly unknown[]): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what} differ:\n${found.join('\n')}\n  and\n${expected.join('\n')}`);
}
