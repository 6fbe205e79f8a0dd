import { createError, toPennyrowError } from '../../../platform/errors.ts';
import { newWorkbook, type NewWorkbookOptions } from '../../template/new-workbook.ts';
import { createWhole } from '../package/create-whole.ts';
import { newWorkbookParts } from './new-workbook-parts.ts';
import { writeZipPackage } from '../package/zip-writer.ts';

/** Creates a new workbook. Throws PennyrowError `workbook_exists` if the file exists. */
export async function createXlsxWorkbook(path: string, options: NewWorkbookOptions): Promise<void> {
  const parts = newWorkbookParts(newWorkbook(options));
  const changes = new Map([...parts].map(([name, text]) => [name, Buffer.from(text, 'utf8')]));
  // A temporary name until it is complete, so that a crash leaves no incomplete workbook.
  const isMade = await createWhole(path, (temporary) => writeZipPackage(NOTHING, changes, temporary)).catch(
    (thrown: unknown) => {
      throw toPennyrowError(naming(path, thrown));
    },
  );
  if (!isMade) throw createError('workbook_exists', { path });
}

function naming(path: string, thrown: unknown): unknown {
  return thrown instanceof Error && 'path' in thrown ? Object.assign(thrown, { path }) : thrown;
}

const NOTHING: Parameters<typeof writeZipPackage>[0] = {
  names: [],
  comment: Buffer.alloc(0),
  has: () => false,
  raw: (name) => Promise.reject(new Error(`An empty package has no ${name}.`)),
};
