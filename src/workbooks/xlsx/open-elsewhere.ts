import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

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
export function openElsewhere(
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
