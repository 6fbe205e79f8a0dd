import { DRIVE } from './descriptions/descriptions.ts';
import type { FileStore, Role, StoredFile } from './files.ts';
import { driveFault, notInTheFake } from './google-error.ts';
import { applyMask, readMask, UnknownField } from './masks.ts';
import type { Caller } from './oauth/authority.ts';
import type { Query } from './validation.ts';

export const SPREADSHEET_MIME = 'application/vnd.google-apps.spreadsheet';
const DEFAULT_FIELDS = 'kind,id,name,mimeType';
const DEFAULT_LIST_FIELDS = `kind,incompleteSearch,nextPageToken,files(${DEFAULT_FIELDS})`;

export function getFile(id: string, query: Query, caller: Caller, files: FileStore): unknown {
  const file = files.get(id);
  const role = file === null ? null : files.roleOf(file, caller);
  if (file === null || role === null)
    throw driveFault(404, 'notFound', `File not found: ${id}.`, { location: 'fileId', locationType: 'parameter' });
  if (query['alt'] === 'media')
    throw driveFault(
      403,
      'fileNotDownloadable',
      'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
      { location: 'alt', locationType: 'parameter' },
    );
  return answer(file, role, query, files);
}

/** The spreadsheets that the caller can access, newest first. A recent one is missing while Drive lags. */
export function listFiles(query: Query, caller: Caller, files: FileStore): unknown {
  const { q, orderBy, pageSize = '100' } = query;
  const other = Object.keys(query).find((name) => !LISTED_BY.has(name));
  if (other !== undefined) throw notInTheFake(`files.list with ${other}`);
  if (orderBy !== 'createdTime desc') throw notInTheFake(`files.list in the order of ${String(orderBy)}`);
  const size = Number(pageSize);
  if (size < 1 || size > 1000) throw invalidValue('pageSize');
  const isWanted = conditionOf(q);
  const seen = files
    .listed()
    .toReversed()
    .flatMap((file) => {
      const role = files.roleOf(file, caller);
      return role === null || !isWanted(file) ? [] : [metadata(file, role, files)];
    });
  return masked(
    {
      kind: 'drive#fileList',
      incompleteSearch: false,
      files: seen.slice(0, size),
      ...(seen.length > size && { nextPageToken: 'next' }),
    },
    query,
    'FileList',
    DEFAULT_LIST_FIELDS,
  );
}

const LISTED_BY = new Set(['q', 'orderBy', 'pageSize', 'fields', 'prettyPrint', 'alt']);

const TERM = /^(\w+)\s*(!?=|[<>]=?|contains\b)\s*(true|false|'(?:[^'\\]|\\['\\])*')$/;

/** Parses the supported part of the language of `q`: `mimeType = '…'` and `trashed = …`, in any order. */
function conditionOf(q: Query[string] | undefined): (file: StoredFile) => boolean {
  if (q === undefined || q === '') return () => true;
  const terms = String(q)
    .split(/\s+and\s+/)
    .map((term): ((file: StoredFile) => boolean) => {
      const [, name = '', operator = '', value = ''] = TERM.exec(term) ?? [];
      if (name === '') throw invalidValue('q');
      if (operator !== '=') throw notInTheFake(`files.list by ${operator}`);
      if (name === 'trashed') return ({ isTrashed }) => String(isTrashed) === value;
      if (name === 'mimeType') return () => value === `'${SPREADSHEET_MIME}'`;
      throw notInTheFake(`files.list by ${name}`);
    });
  return (file) => terms.every((isTrue) => isTrue(file));
}

function invalidValue(location: string): Error {
  return driveFault(400, 'invalid', 'Invalid Value', { location, locationType: 'parameter' });
}

function answer(file: StoredFile, role: Role, query: Query, files: FileStore): unknown {
  return masked(metadata(file, role, files), query, 'File', DEFAULT_FIELDS);
}

function masked(value: Record<string, unknown>, query: Query, message: string, usual: string): unknown {
  const fields = typeof query['fields'] === 'string' && query['fields'] !== '' ? query['fields'] : usual;
  try {
    return applyMask(value, readMask(fields, message, DRIVE));
  } catch (error) {
    if (!(error instanceof UnknownField)) throw error;
    throw driveFault(400, 'invalidParameter', `Invalid field selection ${error.path.split('.').at(-1) ?? ''}`, {
      location: 'fields',
      locationType: 'parameter',
    });
  }
}

function metadata(file: StoredFile, role: Role, files: FileStore): Record<string, unknown> {
  const { version, modifiedAt } = files.reportedVersion(file);
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.state.properties.title ?? '',
    mimeType: SPREADSHEET_MIME,
    trashed: file.isTrashed,
    version: String(version),
    createdTime: new Date(file.createdAt).toISOString(),
    modifiedTime: new Date(modifiedAt).toISOString(),
    capabilities: { canEdit: role !== 'reader' },
  };
}
