import { unlink } from 'node:fs/promises';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { STARTER_CATEGORIES, type NewWorkbookOptions } from '../new-workbook.ts';
import { newWorkbookParts } from './new-workbook-parts.ts';
import { writeZipPackage } from './zip-writer.ts';

export type { NewWorkbookOptions };

/**
 * Makes a workbook with the sheets Transactions, Categories and Rules. Throws PennyrowError
 * `workbook_exists` when there is a file of that name already, and leaves that one as it is.
 */
export async function createXlsxWorkbook(path: string, options: NewWorkbookOptions = {}): Promise<void> {
  const parts = newWorkbookParts(options.categories ?? STARTER_CATEGORIES, options.rules ?? []);
  const changes = new Map([...parts].map(([name, text]) => [name, Buffer.from(text, 'utf8')]));
  try {
    await writeZipPackage(NOTHING, changes, path);
  } catch (thrown) {
    if (isExisting(thrown)) throw exists(path, thrown);
    await unlink(path).catch(() => undefined);
    throw toPennyrowError(thrown);
  }
}

const NOTHING: Parameters<typeof writeZipPackage>[0] = {
  names: [],
  comment: Buffer.alloc(0),
  has: () => false,
  raw: (name) => Promise.reject(new Error(`An empty package has no ${name}.`)),
};

function isExisting(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
}

function exists(path: string, cause: unknown): PennyrowError {
  return new PennyrowError(
    'workbook_exists',
    `There is a file at ${path} already.`,
    'Choose another name, or connect that file as your workbook if it is one.',
    { cause },
  );
}
