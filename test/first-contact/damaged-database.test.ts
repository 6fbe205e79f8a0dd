import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding, RepairView } from '../../src/contract/control/service.ts';
import type { Run } from '../../src/core/run.ts';
import { pennyrow, startService, statementFile, type Ended } from '../cli/pennyrow.ts';
import { digestOf } from '../support/before-and-after.ts';
import { flipBytes, zeroPages } from '../support/damage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NAMES = Array.from({ length: 28 }, (_, number) => `Green Grocer ${number}`);

/** A properly closed data folder with rows, a token and an up-to-date daily copy; `statement` is the imported file. */
async function usedFolder(): Promise<{ readonly folder: string; readonly statement: string }> {
  const folder = temporaryFolder();
  const statement = statementFile(temporaryFolder(), NAMES);
  expect((await pennyrow(folder, 'import', statement)).code).toBe(0);
  expect((await pennyrow(folder, 'token', 'create', '--name', 'Budget script')).code).toBe(0);
  for (const name of dailyCopies(folder)) rmSync(name);
  expect((await pennyrow(folder, 'status')).code).toBe(0);
  expect(dailyCopies(folder)).toHaveLength(1);
  return { folder, statement };
}

function dailyCopies(folder: string): string[] {
  const backups = join(folder, 'backups');
  return readdirSync(backups).flatMap((name) => (name.includes('.day.') ? [join(backups, name)] : []));
}

function problemOf({ stderr }: Ended): { readonly code: string; readonly message: string; readonly remedy: string } {
  return (JSON.parse(stderr) as { error: { code: string; message: string; remedy: string } }).error;
}

async function expectRefusal(folder: string, ...command: readonly string[]): Promise<void> {
  const refused = await pennyrow(folder, ...command, '--json');
  expect({ command, ...refused }).toMatchObject({ code: 1, stdout: '' });
  expect(problemOf(refused)).toMatchObject({
    code: 'store_damaged',
    message: expect.stringMatching(
      /The database .*pennyrow\.db is damaged.* Nothing was written to your workbook because of it\./,
    ),
    remedy: expect.stringContaining('“pennyrow doctor --repair”'),
  });
}

async function rowsOf(folder: string): Promise<string[]> {
  const rows = (await pennyrow(folder, 'export', '--format', 'json')).json<{ sheet_description: string }[]>();
  return rows.map((row) => row.sheet_description).toSorted();
}

test('doctor finds 200 flipped bytes, and the repair restores the copy, keeps the damaged file and duplicates no row', async () => {
  const { folder, statement } = await usedFolder();
  const database = join(folder, 'pennyrow.db');
  flipBytes(database, 200, 1);
  const [damaged, workbook] = [digestOf(database), digestOf(join(folder, 'Pennyrow.xlsx'))];

  const found = await pennyrow(folder, 'doctor', '--json');
  expect(found.code).toBe(1);
  expect(found.json<Finding[]>()).toContainEqual(
    expect.objectContaining({
      about: 'database',
      status: 'problem',
      code: 'store_damaged',
      remedy: expect.stringContaining('doctor --repair'),
    }),
  );
  expect([digestOf(database), digestOf(join(folder, 'Pennyrow.xlsx'))]).toEqual([damaged, workbook]);

  const repaired = await pennyrow(folder, 'doctor', '--repair', '--json');
  expect(repaired).toMatchObject({ code: 0, stderr: '' });
  const { repair, findings } = repaired.json<{ repair: RepairView; findings: Finding[] }>();
  expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
  expect(repair.copy?.name).toMatch(/^pennyrow\.db\.day\./);
  expect(digestOf(join(repair.setAside ?? '', 'pennyrow.db'))).toBe(damaged);
  expect(await rowsOf(folder)).toEqual(NAMES.toSorted());
  expect((await pennyrow(folder, 'import', statement, '--json')).json<Run>()).toMatchObject({
    status: 'succeeded',
    counts: { added: 0, known: NAMES.length },
  });
  expect((await pennyrow(folder, 'token', 'list', '--json')).json()).toMatchObject([{ name: 'Budget script' }]);
  expect(digestOf(join(folder, 'Pennyrow.xlsx'))).toBe(workbook);
});

test('rows that were written after the copy are not added again after a repair', async () => {
  const { folder } = await usedFolder();
  const later = statementFile(temporaryFolder(), [...NAMES, 'Bookshop'], 'february.ofx');
  expect((await pennyrow(folder, 'import', later, '--json')).json<Run>()).toMatchObject({ counts: { added: 1 } });
  zeroPages(join(folder, 'pennyrow.db'), 1, 1000);
  const { code, stdout } = await pennyrow(folder, 'doctor', '--repair');
  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /Restored the database from the copy of .+ not added twice\..+`pennyrow token list`/,
  );
  expect((await pennyrow(folder, 'import', later, '--json')).json<Run>()).toMatchObject({
    counts: { added: 0, known: NAMES.length + 1 },
  });
  expect(await rowsOf(folder)).toEqual([...NAMES, 'Bookshop'].toSorted());
});

test('without an undamaged copy the repair creates an empty database, lists what to set up again, and finds the rows', async () => {
  const { folder, statement } = await usedFolder();
  for (const copy of dailyCopies(folder)) zeroPages(copy, 1, 1000);
  zeroPages(join(folder, 'pennyrow.db'), 1, 1000);
  const repaired = await pennyrow(folder, 'doctor', '--repair');
  expect(repaired.stdout.replaceAll(/\s+/g, ' ')).toMatch(/starts with an empty one\. .*`pennyrow workbook connect`/);
  expect((await pennyrow(folder, 'import', statement, '--json')).json<Run>()).toMatchObject({ counts: { added: 0 } });
});

test('doctor finds damage on the disk while the service runs, and the next start rejects the database', async () => {
  const { folder } = await usedFolder();
  const service = await startService(folder);
  expect((await pennyrow(folder, 'doctor')).code).toBe(0);
  const { size } = statSync(join(folder, 'pennyrow.db'));
  zeroPages(join(folder, 'pennyrow.db'), 2, size / 4096 - 2);
  const found = await pennyrow(folder, 'doctor', '--json');
  expect(found.code).toBe(1);
  expect(found.json<Finding[]>()).toContainEqual(
    expect.objectContaining({ about: 'database', status: 'problem', code: 'store_damaged' }),
  );
  const repair = await pennyrow(folder, 'doctor', '--repair', '--json');
  expect({ ...repair, code: repair.code }).toMatchObject({ code: 1 });
  expect(problemOf(repair).code).toBe('store_in_use');
  await service.stop('SIGTERM');
  await expectRefusal(folder, 'status');
});

test('a command succeeds with a note if the daily copy cannot be made', async () => {
  const { folder } = await usedFolder();
  for (const name of readdirSync(join(folder, 'backups'))) rmSync(join(folder, 'backups', name), { recursive: true });
  // A folder blocks the path to which the copy is written first.
  mkdirSync(join(folder, 'backups', '.pennyrow.db.copy', 'in the way'), { recursive: true });
  const status = await pennyrow(folder, 'status');
  expect(status).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('My money'),
    stderr: expect.stringContaining('The daily copy of the database could not be made.'),
  });
  expect((await pennyrow(folder, 'status', '--json')).stderr).toBe('');
});

test('a repair keeps an undamaged database', async () => {
  const { folder } = await usedFolder();
  const repaired = await pennyrow(folder, 'doctor', '--repair');
  expect(repaired).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to repair') });
  expect(readdirSync(folder).filter((name) => name.startsWith('damaged-'))).toEqual([]);
  expect(existsSync(join(folder, 'pennyrow.db'))).toBe(true);
});
