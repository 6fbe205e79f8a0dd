import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountView } from '../../../src/contract/control/accounts.ts';
import type { CalendarDate } from '../../../src/core/calendar-date.ts';
import type { Run } from '../../../src/core/run.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { readArchive } from '../../../src/backup/portable-archive.ts';
import type { Service } from '../../../src/service/service.ts';
import { migrations } from '../../../src/store/migrations/index.ts';
import { saveSetting } from '../../../src/store/settings.ts';
import { openStore } from '../../../src/store/store.ts';
import { pennyrow, statementFile } from '../../cli/pennyrow.ts';
import { zeroPages } from '../damage.ts';
import { makeLighter } from '../lighter-workbook.ts';
import { exceljsPerson } from '../exceljs-person.ts';
import type { Operation } from './operation.ts';

/** A user action that a power cut may interrupt. */
export interface Scene {
  readonly name: string;
  /** If set, the reason why the scene only runs when every state is tested. */
  readonly whyNotAlways?: string;
  /** Prepares the folder before the action. */
  readonly prepare: (root: string) => Promise<void>;
  /** The commands to run, in order. */
  readonly commands: (root: string) => readonly (readonly string[])[];
  /** Selects the operations to cut at when not every state is tested; all by default. */
  readonly turns?: (operation: Operation) => boolean;
  /** The user's first step after a power cut that interrupted the commands; none by default. */
  readonly recover?: (root: string) => Promise<void>;
  /** Repeats the action. */
  readonly again: (service: Service, root: string) => Promise<void>;
}

const JANUARY = ['Green Grocer', 'Corner Café', 'Rent', 'Tram', 'Books'];
const PASSPHRASE = 'four words nobody joins';
const FEBRUARY = [...JANUARY, 'Pharmacy', 'Green Grocer', 'Cinema'];

export const SCENES: readonly Scene[] = [
  {
    name: 'the first import, into a new folder',
    prepare: async (root) => void statementFile(root, JANUARY),
    commands: (root) => [['import', join(root, 'january.ofx')]],
    again: (service, root) => importFile(service, join(root, 'january.ofx')),
  },
  {
    name: 'an import into a workbook that a user has edited',
    prepare: async (root) => {
      await withWorkbookInUse(root);
      statementFile(root, FEBRUARY, 'february.ofx');
    },
    commands: (root) => [['import', join(root, 'february.ofx')]],
    again: (service, root) => importFile(service, join(root, 'february.ofx')),
  },
  {
    name: 'a sync that moves the statement out of the watched folder',
    prepare: async (root) => {
      await withWorkbookInUse(root);
      mkdirSync(join(root, 'bank'));
      await run(root, 'connection', 'add', 'statements', '--folder', join(root, 'bank'), '--move');
      statementFile(join(root, 'bank'), FEBRUARY, 'february.ofx');
    },
    commands: () => [['sync']],
    again: async (service) => {
      const { runId } = await call<{ runId: string }>(service, 'run.sync', { accountId: await accountOf(service) });
      await succeeded(service, runId);
    },
  },
  {
    name: 'an undo of an import',
    prepare: async (root) => {
      await withWorkbookInUse(root);
      await run(root, 'import', statementFile(root, FEBRUARY, 'february.ofx'));
    },
    commands: () => [['undo', '--last', '--yes']],
    again: async (service) => {
      const runs = await call<readonly Run[]>(service, 'run.list', { accountId: await accountOf(service) });
      const last = runs.find(({ kind }) => kind === 'import');
      if (last === undefined || last.undoneBy !== null) return;
      const { runId } = await call<{ runId: string }>(service, 'run.undo', { runId: last.id });
      await succeeded(service, runId);
    },
  },
  {
    name: 'the creation of a certificate, a token and a setting',
    prepare: (root) => run(root, 'settings', 'set', '--syncs-per-hour', '6'),
    commands: () => [
      ['certificate'],
      ['token', 'create', '--name', 'script'],
      ['settings', 'set', '--syncs-per-hour', '7'],
    ],
    again: async (service) => {
      const accountId = await accountOf(service);
      const tokens = await call<readonly unknown[]>(service, 'token.list', { accountId });
      if (tokens.length === 0) await call(service, 'token.create', { accountId, name: 'script', scopes: ['read'] });
      await call(service, 'settings.set', { syncsPerHour: 7 });
    },
  },
  {
    name: 'the first start of a newer version',
    prepare: async (root) => {
      const data = join(root, 'data');
      mkdirSync(data, { mode: 0o700 });
      const store = openStore({
        path: join(data, 'pennyrow.db'),
        backupFolder: join(data, 'backups'),
        clock: systemClock,
        migrations: migrations.slice(0, -1),
      });
      saveSetting(store, 'settings', { syncsPerHour: 7 });
      store.close();
    },
    commands: () => [['status']],
    again: async () => undefined,
  },
  {
    name: 'the repair of a damaged database',
    prepare: async (root) => {
      await withWorkbookInUse(root);
      await run(root, 'settings', 'set', '--syncs-per-hour', '6');
      await copyDatabaseOfToday(root);
      zeroPages(join(root, 'data', 'pennyrow.db'), 1, 1000);
    },
    commands: () => [['doctor', '--repair']],
    turns: ({ kind }) => kind === 'rename',
    recover: (root) => run(root, 'doctor', '--repair'),
    again: async () => undefined,
  },
  {
    name: 'a backup',
    whyNotAlways: 'a passphrase takes a second each time; PENNYROW_WHOLE=1 tries it',
    prepare: async (root) => {
      await withWorkbookInUse(root);
      writeFileSync(join(root, 'passphrase'), PASSPHRASE);
    },
    commands: (root) => [['backup', ...backupAt(root)]],
    again: async (service, root) => {
      const [path] = backupAt(root);
      if (!existsSync(path)) await call(service, 'backup.write', { path, passphrase: PASSPHRASE });
      const unpacked = mkdtempSync(join(root, 'unpacked-'));
      await readArchive(path, PASSPHRASE, unpacked);
      rmSync(unpacked, { recursive: true });
    },
  },
  {
    name: 'a backup that is restored on another machine',
    whyNotAlways: 'a passphrase takes a second each time; PENNYROW_WHOLE=1 tries it',
    prepare: async (root) => {
      await withWorkbookInUse(root);
      await run(root, 'settings', 'set', '--syncs-per-hour', '6');
      await run(root, 'token', 'create', '--name', 'script');
      writeFileSync(join(root, 'passphrase'), PASSPHRASE);
      await run(root, 'backup', ...backupAt(root));
      rmSync(join(root, 'data'), { recursive: true });
    },
    commands: (root) => [['restore-backup', ...backupAt(root)]],
    recover: async (root) => {
      if (!existsSync(join(root, 'data', 'pennyrow.db')))
        await run(root, 'restore-backup', ...backupAt(root), '--replace');
    },
    again: async () => undefined,
  },
];

function backupAt(root: string): readonly [path: string, ...passphrase: string[]] {
  return [join(root, 'pennyrow.backup'), '--passphrase-file', join(root, 'passphrase')];
}

export function call<Answer>(service: Service, name: string, input: object): Promise<Answer> {
  return service.control.call(name, input, new AbortController().signal, 'trusted') as Promise<Answer>;
}

export async function accountOf(service: Service): Promise<string> {
  const [account] = await call<readonly AccountView[]>(service, 'account.list', {});
  return account?.id ?? '';
}

async function importFile(service: Service, path: string): Promise<void> {
  const { runId } = await call<{ runId: string }>(service, 'run.import', {
    accountId: await accountOf(service),
    paths: [path],
  });
  await succeeded(service, runId);
}

async function succeeded(service: Service, runId: string): Promise<void> {
  const run = await call<{ status: string; messages: readonly { message: string }[] }>(service, 'run.wait', { runId });
  if (run.status !== 'succeeded')
    throw new Error(`The run is ${run.status}: ${run.messages.map(({ message }) => message).join(' ')}`);
}

/** Imports January; a user typed a row, a category and a column of notes. */
async function withWorkbookInUse(root: string): Promise<void> {
  await run(root, 'import', statementFile(root, JANUARY));
  const path = join(root, 'data', 'Pennyrow.xlsx');
  await makeLighter(path);
  const person = exceljsPerson(path);
  await person.type('Transactions', 3, 3, 'Treats');
  await person.type('Transactions', 7, 0, { date: '2026-01-20' as CalendarDate });
  await person.type('Transactions', 7, 1, 'Cash for the market');
  await person.type('Transactions', 7, 2, -20);
  await person.type('Transactions', 1, 9, 'Note');
  await person.type('Transactions', 4, 9, 'shared with Kim');
}

/** Replaces today's backup of the database with one that contains all current data. */
async function copyDatabaseOfToday(root: string): Promise<void> {
  const backups = join(root, 'data', 'backups');
  for (const name of readdirSync(backups)) if (name.includes('.day.')) rmSync(join(backups, name));
  await run(root, 'status');
}

async function run(root: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await pennyrow(root, '--data-dir', join(root, 'data'), ...args);
  if (code !== 0) throw new Error(stderr);
}
