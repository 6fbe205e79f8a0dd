import { problem } from '../../../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../../../platform/errors.ts';
import { newWorkbook, type NewWorkbookOptions } from '../../template/new-workbook.ts';
import { createWhole } from '../package/create-whole.ts';
import { newWorkbookParts } from './new-workbook-parts.ts';
import { writeZipPackage } from '../package/zip-writer.ts';

/**
 * Makes a workbook with the sheets of every new one. Throws PennyrowError
 * `workbook_exists` when there is a file of that name already, and leaves that one as it is.
 */
export async function createXlsxWorkbook(path: string, options: NewWorkbookOptions): Promise<void> {
  const parts = newWorkbookParts(newWorkbook(options));
  const changes = new Map([...parts].map(([name, text]) => [name, Buffer.from(text, 'utf8')]));
  // Under its own name it would be half a workbook for a moment, and after a crash for good.
  const isMade = await createWhole(path, (temporary) => writeZipPackage(NOTHING, changes, temporary)).catch(
    (thrown: unknown) => {
      throw toPennyrowError(naming(path, thrown));
    },
  );
  if (!isMade) throw exists(path);
}

/** Lets an error of the system name the file that was asked for, and not the temporary one. */
function naming(path: string, thrown: unknown): unknown {
  return thrown instanceof Error && 'path' in thrown ? Object.assign(thrown, { path }) : thrown;
}

const NOTHING: Parameters<typeof writeZipPackage>[0] = {
  names: [],
  comment: Buffer.alloc(0),
  has: () => false,
  raw: (name) => Promise.reject(new Error(`An empty package has no ${name}.`)),
};

function exists(path: string): PennyrowError {
  return new PennyrowError(problem('workbook_exists', { path }));
}
