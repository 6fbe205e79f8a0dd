import type { FileHandle } from 'node:fs/promises';
import { damaged, notXlsx, passwordLocked } from './workbook-errors.ts';

const HEAD_BYTES = 8;
const ZIP_MAGIC = Buffer.from('PK');
/** A compound file: an old .xls, or an .xlsx inside the envelope that carries its encryption. */
const COMPOUND_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Tells by its first bytes what a file is, and throws unless it can be a zip package. */
export async function refuseOtherFormats(file: FileHandle, path: string): Promise<void> {
  const head = await readAt(file, 0, HEAD_BYTES);
  if (head.equals(COMPOUND_MAGIC)) {
    if (await isOldExcel(file)) throw notXlsx(path, 'xls');
    throw passwordLocked(path);
  }
  if (head.every((byte) => byte === 0)) throw damaged(path, 'empty');
  if (!head.subarray(0, 2).equals(ZIP_MAGIC)) throw notXlsx(path, 'other');
}

/** Looks for the stream that holds an .xls, by its name in the compound file's directory. */
async function isOldExcel(file: FileHandle): Promise<boolean> {
  const header = await readAt(file, 0, 512);
  if (header.length < 512) return false;
  const sectorSize = 2 ** Math.min(header.readUInt16LE(30), 16);
  const directory = await readAt(file, (header.readUInt32LE(48) + 1) * sectorSize, 8192);
  return ['Workbook', 'Book'].some((name) => directory.includes(Buffer.from(`${name}\0`, 'utf16le')));
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
