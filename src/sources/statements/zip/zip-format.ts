import { extname } from 'node:path';
import { hash } from 'node:crypto';
import type { Problem } from '../../../messages/parameters.ts';
import { PennyrowError, reportOf } from '../../../platform/errors.ts';
import type { ZipLimits } from '../../../platform/zip/zip-archive.ts';
import type { ZipError } from '../../../platform/zip/zip-error.ts';
import type { SourceMessage } from '../../source.ts';
import { peekText } from '../decode-text.ts';
import { excerpt, fileError, type Fault } from '../statement-error.ts';
import { readBy } from '../statement-parts.ts';
import { fileMessage } from '../statement-message.ts';
import {
  NO_CSV_MEMORY,
  type CsvMemory,
  type Statement,
  type StatementFile,
  type StatementFormat,
  type ZipFormat,
} from '../statement.ts';
import { mergeStatements } from './merge-statements.ts';

/** As much as one statement file may have, for all files together. Banks send some dozens of small files. */
const ZIP_LIMITS: ZipLimits = { entries: 2000, totalBytes: 256 * 1024 * 1024 };

/** A zip of statement files of `formats`: one statement made of all of them, whole or not at all. */
export function zipFormat(formats: readonly StatementFormat[], limits: ZipLimits = ZIP_LIMITS): ZipFormat {
  return {
    name: 'zip file',
    extensions: ['.zip'],
    recognises: beginsLikeZip,
    read: (file, memory) => readZip(file, formats, limits, memory),
  };
}

/** With an entry, or with the end of an empty one. */
function beginsLikeZip(beginning: string): boolean {
  return beginning.startsWith('PK\u0003\u0004') || beginning.startsWith('PK\u0005\u0006');
}

async function readZip(
  file: StatementFile,
  formats: readonly StatementFormat[],
  limits: ZipLimits,
  memory: CsvMemory = NO_CSV_MEMORY,
): Promise<Statement> {
  const statements: Statement[] = [];
  const warnings: SourceMessage[] = [];
  const seen = new Set<string>();
  for await (const { name, bytes } of unzip(file, limits)) {
    const inner: StatementFile = { name: `${file.name}/${name}`, bytes };
    const beginning = peekText(bytes);
    if (beginsLikeZip(beginning)) throw nested(inner);
    const format = formats.find((format) => format.recognises(beginning));
    if (format === undefined) {
      if (isNamedLikeStatement(name, formats)) throw unknown(inner);
      warnings.push(fileMessage('warning', 'statement_zip_left_out', inner.name, {}));
      continue;
    }
    // The same file twice, under two names, brings nothing twice.
    const fingerprint = hash('sha256', bytes);
    if (seen.has(fingerprint)) continue;
    seen.add(fingerprint);
    statements.push(readPart(inner, format, memory));
  }
  if (statements.length === 0) {
    throw fileError('statement_empty', file.name, { reason: 'zip' });
  }
  return mergeStatements(statements, warnings);
}

/**
 * The files of a zip, one at a time, in the order of its directory. Folders and what archivers add for themselves are
 * passed over. Throws `statement_zip_damaged` or `statement_too_large`.
 */
async function* unzip(file: StatementFile, limits: ZipLimits): AsyncGenerator<StatementFile, void, void> {
  // No start needs it: the formats are asked for their extensions alone.
  const [{ openZip }, { ZipError }] = await Promise.all([
    import('../../../platform/zip/zip-archive.ts'),
    import('../../../platform/zip/zip-error.ts'),
  ]);
  try {
    const { entries } = await openZip(file.bytes, limits);
    for (const entry of entries) {
      if (!isOfTheArchiver(entry.name)) yield { name: entry.name, bytes: await entry.read() };
    }
  } catch (thrown) {
    throw thrown instanceof ZipError ? unreadable(file, thrown) : thrown;
  }
}

/** Folders, the Finder's doubles of each file, and hidden files. */
function isOfTheArchiver(name: string): boolean {
  return /[/\\]$|^__MACOSX[/\\]|(?:^|[/\\])\.[^/\\]*$|(?:^|[/\\])(?:Thumbs\.db|desktop\.ini)$/i.test(name);
}

/** Questions about a table can be asked only about a file of its own. */
function readPart(inner: StatementFile, format: StatementFormat, memory: CsvMemory): Statement {
  try {
    return readBy(format, inner, memory);
  } catch (thrown) {
    if (!(thrown instanceof PennyrowError)) throw thrown;
    const { code, params = {} } = reportOf(thrown);
    if (!('isZipped' in params)) throw thrown;
    throw new PennyrowError({ code, params: { ...params, isZipped: true } } as unknown as Problem, {
      cause: thrown,
    });
  }
}

/** Of a file with such a name it is not certain that nothing in it matters. */
function isNamedLikeStatement(name: string, formats: readonly StatementFormat[]): boolean {
  const extension = extname(name).toLowerCase();
  return formats.some(({ extensions }) => extensions.includes(extension));
}

function unknown({ name }: StatementFile) {
  return fileError('statement_unknown_format', name, { reason: 'zip' });
}

function nested({ name }: StatementFile) {
  return fileError('statement_zip_damaged', name, { reason: 'nested' });
}

function unreadable({ name }: StatementFile, { fault, details, isTooLarge, cause }: ZipError) {
  const text = excerpt(String(details.entry?.slice(-60) ?? details.limit ?? ''));
  return isTooLarge
    ? fileError('statement_too_large', name, { reason: fault === 'entries' ? 'entries' : 'unfolded', text })
    : fileError('statement_zip_damaged', name, { reason: fault as DamagedZip, text }, cause);
}

type DamagedZip = Fault<'statement_zip_damaged'>['reason'];
