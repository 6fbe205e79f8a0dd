import { listKinds } from '../core/kind-form.ts';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Backups, StartedWorkbookKind, Workbooks as ControlWorkbooks } from '../control/collaborators.ts';
import type { WorkbookAddress } from '../core/workbook-address.ts';
import { loadI18n, pickLanguage } from '../messages/i18n.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import { exists } from '../platform/exists.ts';
import { createError } from '../platform/errors.ts';
import type { BackupSource } from '../backup/portable-backup.ts';
import type { Account } from '../store/accounts.ts';
import type { Writer } from '../store/database.ts';
import { listDatabaseBackups } from '../store/database-backups.ts';
import { knowsRows } from '../store/memory.ts';
import { findMirrorState } from '../store/mirror.ts';
import { readSetting, saveSetting } from '../store/settings.ts';
import * as KINDS from '../workbooks/kinds.ts';
import type { WorkbookConnector, WorkbookContext, WorkbookFiles, WorkbookKind } from '../workbooks/workbook-kind.ts';
import type { Workbook } from '../workbooks/workbook.ts';

export interface WorkbookOpeners extends Omit<WorkbookContext, 'versionsFolder'> {
  readonly dataFolder: DataFolder;
  readonly documents: string | null;
  readonly home: string;
}

export interface Workbooks {
  readonly forControl: Omit<ControlWorkbooks, 'discardUnused'>;
  readonly files: WorkbookFiles;
  open(account: Account): Workbook;
  close(): void;
}

const WORKBOOK_KINDS: readonly WorkbookKind[] = listKinds(KINDS);

export async function openWorkbooks({ dataFolder, documents, home, ...rest }: WorkbookOpeners): Promise<Workbooks> {
  const context = { ...rest, versionsFolder: (accountId: string) => versionsOf(dataFolder, accountId) };
  const started = await Promise.all(
    WORKBOOK_KINDS.map(async (kind): Promise<StartedWorkbookKind> => ({ kind, connector: await kind.start(context) })),
  );
  const kinds = started.toSorted((a, b) => Number(b.kind.isDefault === true) - Number(a.kind.isDefault === true));
  const files = kinds[0]?.connector.files;
  if (files === undefined) throw new Error('No kind of workbook makes files.');
  const find = (address: WorkbookAddress): WorkbookConnector | null =>
    kinds.find(({ kind }) => kind.id === address.kind)?.connector ?? null;

  function open({ id, name, workbook }: Account): Workbook {
    if (workbook === null) throw createError('workbook_none', { account: name });
    const connector = find(workbook);
    if (connector !== null) return connector.open(id, workbook);
    throw createError('kind_unknown', { kind: workbook.kind });
  }

  return {
    files,
    open,
    forControl: {
      kinds,
      open,
      isSame: (one, other) => {
        const connector = one.kind === other.kind ? find(one) : null;
        return connector !== null && connector.identity(one) === connector.identity(other);
      },
      urlOf: (address) => find(address)?.url?.(address) ?? null,
      sheetUrlOf: (address, sheetId) => find(address)?.sheetUrl?.(address, sheetId) ?? null,
      create: files.create,
      defaultPath: (accountName) => freePath(dataFolder.path, accountName),
      firstPath: dataFolder.defaultWorkbook,
      suggestedPath: (name) =>
        freePath(documents !== null && existsSync(documents) ? documents : dataFolder.path, name),
      found: async () => {
        if (documents === null) return [];
        const { findFiles } = await import('../platform/list-folder.ts');
        const files = await findFiles([documents, join(home, 'Desktop'), join(home, 'Downloads')], '.xlsx');
        return files.filter(({ path, name }) => path !== dataFolder.defaultWorkbook && !/^Pennyrow Demo\b/.test(name));
      },
    },
    close: () => {
      for (const { connector } of kinds) connector.close();
    },
  };
}

export function openBackups(source: BackupSource, files: WorkbookFiles): Backups {
  const { dataFolder } = source;
  const folder = (accountId: string): string => versionsOf(dataFolder, accountId);
  return {
    workbookFolder: folder,
    ofWorkbook: (accountId) => files.versions(folder(accountId)),
    bringBack: (accountId, name, path) => files.bringBack({ folder: folder(accountId), name }, path),
    write: async (path, passphrase) =>
      (await import('../backup/portable-backup.ts')).writePortableBackup(source, path, passphrase),
    databaseFolder: dataFolder.backups,
    ofDatabase: () => listDatabaseBackups({ path: dataFolder.database, backupFolder: dataFolder.backups }),
  };
}

function versionsOf({ backups }: DataFolder, accountId: string): string {
  return join(backups, accountId);
}

function freePath(folder: string, accountName: string): string {
  const stem = accountName.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'Account';
  for (let number = 1; ; number += 1) {
    const candidate = join(folder, `${stem}${number === 1 ? '' : ` ${number}`}.xlsx`);
    if (!exists(candidate)) return candidate;
  }
}

export async function newWorkbookTexts(tag: string) {
  const language = pickLanguage([tag]);
  return (await loadI18n(language, language, ['newWorkbook'])).texts.newWorkbook;
}

export function createFirstWorkbook({ defaultWorkbook: path }: DataFolder, files: WorkbookFiles, store: Writer) {
  let created: string | null = null;
  const create = async (): Promise<WorkbookAddress> => {
    if (exists(path)) return files.address(path);
    const address = await files.create(path, false);
    created = fileState(path);
    return address;
  };
  const isOf = ({ workbook }: Account): boolean => workbook !== null && 'path' in workbook && workbook.path === path;
  const isUnread = ({ id }: Account): boolean => findMirrorState(store, id) === null;
  return {
    create,
    prepare: async (account: Account): Promise<void> => {
      if (!isOf(account) || readSetting(store, DISCARDED) !== true) return;
      await create();
      saveSetting(store, DISCARDED, false);
    },
    discardUnused: (account: Account): boolean => {
      if (!isOf(account) || knowsRows(store, account.id)) return false;
      if (created !== null && isUnread(account) && exists(path) && fileState(path) === created) {
        saveSetting(store, DISCARDED, true);
        rmSync(path);
      }
      return true;
    },
  };
}

const DISCARDED = 'first workbook discarded';

function fileState(path: string): string {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  return `${size} ${mtimeNs} ${ino}`;
}
