import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { tooLarge } from './read-statement.ts';
import { MAXIMUM_STATEMENT_BYTES } from './statement.ts';
import { fileError } from './statement-error.ts';

/** What a statement file holds. Throws PennyrowError `statement_…` for what is no file or too large, and the system's error. */
export async function loadBytes(path: string, signal?: AbortSignal): Promise<Buffer> {
  const name = basename(path);
  const found = await stat(path);
  if (found.isDirectory()) throw fileError('statement_unreadable', name, { reason: 'folder' });
  // Opening a pipe that nobody writes to waits for ever, and no signal ends it.
  if (!found.isFile()) throw fileError('statement_unreadable', name, { reason: 'device' });
  if (found.size > MAXIMUM_STATEMENT_BYTES) throw tooLarge(name);
  return readFile(path, { signal });
}
