import { access, constants, readdir, realpath, rename, stat, unlink, readFile } from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';
import type { Clock } from '../../../platform/clock.ts';
import { problem } from '../../../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../../../platform/errors.ts';
import { keepAttributes } from '../../../platform/keep-attributes.ts';
import { syncFolder } from '../../../platform/sync-to-disk.ts';
import { backUp } from './backups.ts';
import { temporaryPath, temporaryPrefix } from './create-whole.ts';
import { writeInPlace } from './write-in-place.ts';

/** How one version of a file takes the place of the other. */
export interface Replacement {
  /** The workbook; a symbolic link is followed and stays. */
  readonly path: string;
  /** Writes the whole new version to a file that does not exist yet, makes it with the given mode, and flushes it to the disk. */
  readonly write: (temporaryPath: string, mode: number) => Promise<void>;
  /** Throws when what was written does not hold what it must. */
  readonly verify: (temporaryPath: string) => Promise<void>;
  /** True if the file at `path` still is the version that the new one was made from. */
  readonly isUnchanged: () => Promise<boolean>;
  /** Folder of earlier versions, used by this workbook alone. */
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Called just before each step: locked-check, writing, verifying, backing-up, replacing; and at last replaced. */
  readonly step?: ((name: string) => void) | undefined;
  /** The last step, for tests that let it fail. */
  readonly rename?: (from: string, to: string) => Promise<void>;
}

/** Until it has the workbook's own mode, nobody else may read the new version. */
const TEMPORARY_MODE = 0o600;

/**
 * Replaces a file at once: a reader sees the old version or the new one, also after a crash, and after any error the old one is
 * unchanged. Its owner, permissions, access list and attributes stay; a file that the new version cannot get them for is written
 * in place instead. Throws PennyrowError `workbook_open_elsewhere`,
 * `workbook_changed`, or one that names the disk's or the folder's trouble.
 */
export async function replaceFile(replacement: Replacement): Promise<void> {
  const { write, verify, isUnchanged, backupFolder, clock, signal, step = () => undefined } = replacement;
  const move = replacement.rename ?? rename;
  let temporary: string | null = null;
  try {
    const path = await realpath(replacement.path);
    step('locked-check');
    // Renaming over a file does not ask for it, but a person who made a workbook read-only meant it.
    await access(path, constants.W_OK);
    await refuseWhenOpenElsewhere(path);
    await removeLeftovers(path, clock);

    temporary = temporaryPath(path);
    step('writing');
    await write(temporary, TEMPORARY_MODE);
    const canTakePlace = await keepAttributes(path, temporary);
    step('verifying');
    await verify(temporary);
    step('backing-up');
    await backUp(path, backupFolder, clock);

    step('replacing');
    signal?.throwIfAborted();
    await refuseWhenOpenElsewhere(path);
    if (!(await isUnchanged())) throw changedMeanwhile(replacement.path);
    await (canTakePlace ? move(temporary, path) : writeInPlace(path, temporary)).catch((thrown: unknown) => {
      throw isHeldByAnotherProgram(thrown) ? openElsewhere(path, null, '', null, thrown) : thrown;
    });
    temporary = null;
    await syncFolder(dirname(path));
    step('replaced');
  } catch (thrown) {
    if (temporary !== null) await unlink(temporary).catch(() => undefined);
    throw toPennyrowError(naming(temporary, replacement.path, thrown));
  }
}

/** Lets an error of the system name what a person knows: the folder that the temporary file was for, or else the workbook. */
function naming(temporary: string | null, path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('syscall' in thrown)) return thrown;
  if (!('path' in thrown)) return Object.assign(thrown, { path });
  return thrown.path === temporary ? Object.assign(thrown, { path: dirname(path) }) : thrown;
}

/** The error for a workbook that is no longer at the revision that a change was planned on. */
export function changedMeanwhile(path: string): PennyrowError {
  return new PennyrowError(problem('workbook_changed', { during: 'other', path }));
}

const LEFTOVER_AGE = 10 * 60_000;

/** A killed process leaves its temporary file; only old ones go, for another computer may be writing in a shared folder. */
async function removeLeftovers(path: string, clock: Clock): Promise<void> {
  const folder = dirname(path);
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(temporaryPrefix(path))) continue;
    const leftover = join(folder, entry);
    const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Infinity }));
    if (clock.now() - mtimeMs > LEFTOVER_AGE) await unlink(leftover).catch(() => undefined);
  }
}

/**
 * Throws PennyrowError `workbook_open_elsewhere` while another program has the workbook open: spreadsheet
 * programs keep a small owner file beside it meanwhile.
 */
export async function refuseWhenOpenElsewhere(path: string): Promise<void> {
  const excelOwner = join(dirname(path), `~$${basename(path)}`);
  const excel = await contentOf(excelOwner);
  if (excel !== null) throw openElsewhere(path, 'Excel', excelUser(excel), excelOwner);
  const officeOwner = join(dirname(path), `.~lock.${basename(path)}#`);
  const office = await contentOf(officeOwner);
  if (office !== null) throw openElsewhere(path, 'LibreOffice', libreOfficeUser(office), officeOwner);
}

/** Windows refuses to replace a file that a program holds; elsewhere the same codes mean missing permissions. */
export function isHeldByAnotherProgram(thrown: unknown, platform: NodeJS.Platform = process.platform): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return code === 'EBUSY' || (platform === 'win32' && (code === 'EPERM' || code === 'EACCES'));
}

/** `ownerFile` is null when only the refused replacement shows that the workbook is in use. */
function openElsewhere(
  path: string,
  program: string | null,
  user: string,
  ownerFile: string | null,
  cause?: unknown,
): PennyrowError {
  const lock = ownerFile === null ? null : basename(ownerFile);
  return new PennyrowError(problem('workbook_open_elsewhere', { path, program, user: user || null, lock }), { cause });
}

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
    if (code === 'ENOENT') return null;
    // It is there but may not be read: still a sign that somebody has the workbook open.
    if (code === 'EBUSY' || code === 'EACCES' || code === 'EPERM') return Buffer.alloc(0);
    throw thrown;
  }
}

/** Excel's owner file: the user's name in the old code page from byte 1, and in UTF-16 from byte 57, each after its length. */
function excelUser(owner: Buffer): string {
  if (owner.length < 57) return '';
  const length = owner.readUInt16LE(55);
  return plain(owner.subarray(57, 57 + 2 * length).toString('utf16le'));
}

/** LibreOffice's: `full name,login,host,time,profile;` with a backslash before a comma that is part of a name. */
function libreOfficeUser(owner: Buffer): string {
  const fields = owner.toString('utf8').split(/(?<!\\),/, 2);
  return fields.map((field) => plain(field.replaceAll('\\', ''))).find((name) => name !== '') ?? '';
}

/** A name is shown in messages and logs, so it is one short line. */
function plain(name: string): string {
  return name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 60);
}
