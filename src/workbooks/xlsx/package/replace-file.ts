import { access, constants, readdir, realpath, rename, stat, unlink, readFile } from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';
import type { Clock } from '../../../platform/clock.ts';
import { codeOf, createError, toPennyrowError } from '../../../platform/errors.ts';
import { keepAttributes } from '../../../platform/keep-attributes.ts';
import { syncFolder } from '../../../platform/sync-to-disk.ts';
import { backUp } from './backups.ts';
import { temporaryPath, temporaryPrefix } from './create-whole.ts';
import { writeInPlace } from './write-in-place.ts';
import { changedMeanwhile } from '../../workbook.ts';

export interface Replacement {
  readonly path: string;
  /** Creates a file with the given mode, writes the new version into it and flushes it. */
  readonly write: (temporaryPath: string, mode: number) => Promise<void>;
  readonly verify: (temporaryPath: string) => Promise<void>;
  /** True if the file at `path` is still the version that the new one is based on. */
  readonly isUnchanged: () => Promise<boolean>;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly step?: ((name: string) => void) | undefined;
  readonly rename?: (from: string, to: string) => Promise<void>;
}

/** Only the owner can read the new version until it gets the workbook's mode. */
const TEMPORARY_MODE = 0o600;

/**
 * Replaces a file atomically; after an error, the old version is unchanged. Keeps owner, permissions, access list and
 * attributes. If a new file cannot get these, the old file is overwritten in place. Throws PennyrowError
 * `workbook_open_elsewhere`, `workbook_changed`, or a file system error.
 */
export async function replaceFile(replacement: Replacement): Promise<void> {
  const { write, verify, isUnchanged, backupFolder, clock, signal, step = () => undefined } = replacement;
  const move = replacement.rename ?? rename;
  let temporary: string | null = null;
  try {
    const path = await realpath(replacement.path);
    step('locked-check');
    // Fails for a read-only workbook: a rename would replace it despite its mode.
    await access(path, constants.W_OK);
    await refuseWhenOpenElsewhere(path);
    await removeLeftovers(path, clock);

    temporary = temporaryPath(path);
    step('writing');
    await write(temporary, TEMPORARY_MODE);
    const hasSameAttributes = await keepAttributes(path, temporary);
    step('verifying');
    await verify(temporary);
    step('backing-up');
    await backUp(path, backupFolder, clock);

    step('replacing');
    signal?.throwIfAborted();
    await refuseWhenOpenElsewhere(path);
    if (!(await isUnchanged())) throw changedMeanwhile(replacement.path);
    await (hasSameAttributes ? move(temporary, path) : writeInPlace(path, temporary)).catch((thrown: unknown) => {
      if (!isHeldByAnotherProgram(thrown)) throw thrown;
      throw createError('workbook_open_elsewhere', { path, program: null, user: null, lock: null }, { cause: thrown });
    });
    temporary = null;
    await syncFolder(dirname(path));
    step('replaced');
  } catch (thrown) {
    if (temporary !== null) await unlink(temporary).catch(() => undefined);
    throw toPennyrowError(withPublicPath(temporary, replacement.path, thrown));
  }
}

/** Changes the path in a system error from a temporary file to the workbook or its folder. */
function withPublicPath(temporary: string | null, path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('syscall' in thrown)) return thrown;
  if (!('path' in thrown)) return Object.assign(thrown, { path });
  return thrown.path === temporary ? Object.assign(thrown, { path: dirname(path) }) : thrown;
}

const LEFTOVER_AGE_MS = 10 * 60_000;

async function removeLeftovers(path: string, clock: Clock): Promise<void> {
  const folder = dirname(path);
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(temporaryPrefix(path))) continue;
    const leftover = join(folder, entry);
    const { mtimeMs } = await stat(leftover).catch(() => ({ mtimeMs: Infinity }));
    if (clock.now() - mtimeMs > LEFTOVER_AGE_MS) await unlink(leftover).catch(() => undefined);
  }
}

/** Throws PennyrowError `workbook_open_elsewhere` if another program's owner file is beside the workbook. */
export async function refuseWhenOpenElsewhere(path: string): Promise<void> {
  for (const { program, lockOf, userOf } of PROGRAMS) {
    const lock = lockOf(basename(path));
    const owner = await contentOf(join(dirname(path), lock));
    if (owner !== null)
      throw createError('workbook_open_elsewhere', { path, program, user: userOf(owner) || null, lock });
  }
}

const PROGRAMS = [
  { program: 'Excel', lockOf: (name: string) => `~$${name}`, userOf: excelUser },
  { program: 'LibreOffice', lockOf: (name: string) => `.~lock.${name}#`, userOf: libreOfficeUser },
];

export function isHeldByAnotherProgram(thrown: unknown, platform: NodeJS.Platform = process.platform): boolean {
  const code = codeOf(thrown);
  return code === 'EBUSY' || (platform === 'win32' && (code === 'EPERM' || code === 'EACCES'));
}

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    // A locked or unreadable owner file exists, so the workbook is open.
    if (['EBUSY', 'EACCES', 'EPERM'].includes(codeOf(thrown))) return Buffer.alloc(0);
    throw thrown;
  }
}

/** Reads the user's name in UTF-16 from byte 57, after its length. From byte 1, the name is in a legacy code page. */
function excelUser(owner: Buffer): string {
  if (owner.length < 57) return '';
  const length = owner.readUInt16LE(55);
  return plain(owner.subarray(57, 57 + 2 * length).toString('utf16le'));
}

/** LibreOffice: `full name,login,host,time,profile;`, commas escaped by a backslash. */
function libreOfficeUser(owner: Buffer): string {
  const fields = owner.toString('utf8').split(/(?<!\\),/, 2);
  return fields.map((field) => plain(field.replaceAll('\\', ''))).find((name) => name !== '') ?? '';
}

/** Shortens a name to one line of 60 characters, for messages and logs. */
function plain(name: string): string {
  return name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 60);
}
