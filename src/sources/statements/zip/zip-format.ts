import { extname } from 'node:path';
import { hash } from 'node:crypto';
import type { Problem } from '../../../messages/parameters.ts';
import { PennyrowError, reportOf } from '../../../platform/errors.ts';
import type { ZipLimits } from '../../../platform/zip/zip-archive.ts';
import type { ZipError } from '../../../platform/zip/zip-error.ts';
import type { SourceMessage } from '../../source.ts';
import { peekText, loadDetectorFor } from '../decode-text.ts';
import { excerpt, fileError, type Fault, fileMessage } from '../statement-error.ts';
import {
  NO_CSV_MEMORY,
  readBy,
  type CsvMemory,
  type Statement,
  type StatementFile,
  type StatementFormat,
  type ZipFormat,
} from '../statement.ts';
import { settledBalances } from '../stated-balances.ts';
import { StatementBuilder } from '../statement-builder.ts';

/** The total size is limited like that of a single file. Banks send some dozens of small files. */
const ZIP_LIMITS: ZipLimits = { entries: 2000, totalBytes: 256 * 1024 * 1024 };

/** A zip of statement files. Reads all of them or fails. */
export function zipFormat(formats: readonly StatementFormat[], limits: ZipLimits = ZIP_LIMITS): ZipFormat {
  return {
    name: 'zip file',
    extensions: ['.zip'],
    recognizes: beginsLikeZip,
    read: (file, memory) => readZip(file, formats, limits, memory),
  };
}

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
  const leftOut: SourceMessage[] = [];
  const seen = new Set<string>();
  for await (const { name, bytes } of unzip(file, limits)) {
    const inner: StatementFile = { name: `${file.name}/${name}`, bytes };
    const beginning = peekText(bytes);
    if (beginsLikeZip(beginning)) throw fileError('statement_zip_damaged', inner.name, { reason: 'nested' });
    const format = formats.find((format) => format.recognizes(beginning));
    if (format === undefined) {
      if (isNamedLikeStatement(name, formats))
        throw fileError('statement_unknown_format', inner.name, { reason: 'zip' });
      leftOut.push(fileMessage('warning', 'statement_zip_left_out', inner.name, {}));
      continue;
    }
    const fingerprint = hash('sha256', bytes);
    if (seen.has(fingerprint)) continue;
    seen.add(fingerprint);
    await loadDetectorFor(bytes);
    statements.push(readPart(inner, format, memory));
  }
  if (statements.length === 0) throw fileError('statement_empty', file.name, { reason: 'other' });
  const builder = new StatementBuilder({ name: file.name, text: '' });
  for (const { account, period } of statements.flatMap(({ accounts }) => accounts)) builder.addAccount(account, period);
  return {
    ...builder.finish(`zip: ${[...new Set(statements.map(({ format }) => format))].join(', ')}`),
    transactions: statements.flatMap(({ transactions }) => transactions),
    balances: settledBalances(statements.flatMap(({ balances }) => balances)),
    parts: statements.map(({ format, scheme = null, transactions: { length: count } }) => ({ format, scheme, count })),
    warnings: [...leftOut, ...statements.flatMap(({ warnings }) => warnings)],
    learned: statements.flatMap(({ learned = [] }) => learned),
  };
}

/** Reads one file at a time. Skips folders and files that archivers add. */
async function* unzip(file: StatementFile, limits: ZipLimits): AsyncGenerator<StatementFile, void, void> {
  // Imported lazily, because starting needs the file extensions only.
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
    throw thrown instanceof ZipError ? toZipProblem(file, thrown) : thrown;
  }
}

/** True for folders, the Finder's resource forks, and hidden files. */
function isOfTheArchiver(name: string): boolean {
  return /[/\\]$|^__MACOSX[/\\]|(?:^|[/\\])\.[^/\\]*$|(?:^|[/\\])(?:Thumbs\.db|desktop\.ini)$/i.test(name);
}

/** Marks errors with `isZipped`: the user can answer questions about a table only if it is a separate file. */
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

/** An unrecognized file with such a name is an error, because it may contain transactions. */
function isNamedLikeStatement(name: string, formats: readonly StatementFormat[]): boolean {
  const extension = extname(name).toLowerCase();
  return formats.some(({ extensions }) => extensions.includes(extension));
}

export function toZipProblem({ name }: StatementFile, { fault, details, isTooLarge, cause }: ZipError) {
  const text = excerpt(String(details.entry?.slice(-60) ?? details.limit ?? ''));
  return isTooLarge
    ? fileError('statement_too_large', name, { reason: fault === 'entries' ? 'entries' : 'unfolded', text })
    : fileError(
        'statement_zip_damaged',
        name,
        { reason: fault as Fault<'statement_zip_damaged'>['reason'], text },
        cause,
      );
}
