import { DRIVE } from './descriptions/descriptions.ts';
import type { FileStore, Role, StoredFile } from './files.ts';
import { driveFault, notInTheFake } from './google-error.ts';
import { applyMask, readMask, UnknownField } from './masks.ts';
import type { Caller } from './oauth/authority.ts';
import { newSpreadsheet } from './sheets/new-spreadsheet.ts';
import type { Query } from './validation.ts';

export const SPREADSHEET_MIME = 'application/vnd.google-apps.spreadsheet';
const DEFAULT_FIELDS = 'kind,id,name,mimeType';

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

export function createFile(body: Record<string, unknown>, query: Query, caller: Caller, files: FileStore): unknown {
  if (body['mimeType'] !== SPREADSHEET_MIME) throw notInTheFake(`files of the type ${String(body['mimeType'])}`);
  const other = Object.keys(body).find((name) => !['mimeType', 'name'].includes(name));
  if (other !== undefined) throw notInTheFake(`files.create with ${other}`);
  const file = files.add(
    newSpreadsheet({ properties: { title: typeof body['name'] === 'string' ? body['name'] : 'Untitled' } }, () => 0),
    caller.email,
  );
  file.apps.add(caller.project);
  return answer(file, 'owner', query, files);
}

function answer(file: StoredFile, role: Role, query: Query, files: FileStore): unknown {
  const fields = typeof query['fields'] === 'string' && query['fields'] !== '' ? query['fields'] : DEFAULT_FIELDS;
  try {
    return applyMask(metadata(file, role, files), readMask(fields, 'File', DRIVE));
  } catch (error) {
    if (!(error instanceof UnknownField)) throw error;
    throw driveFault(400, 'invalidParameter', `Invalid field selection ${error.path.split('.').at(-1) ?? ''}`, {
      location: 'fields',
      locationType: 'parameter',
    });
  }
}

function metadata(file: StoredFile, role: Role, files: FileStore): Record<string, unknown> {
  const canEdit = role !== 'reader';
  const isOwner = role === 'owner';
  const { version, modifiedAt } = files.told(file);
  const owner = { kind: 'drive#user', displayName: file.owner.split('@')[0], me: isOwner, emailAddress: file.owner };
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.state.properties.title ?? '',
    mimeType: SPREADSHEET_MIME,
    starred: file.isStarred,
    trashed: file.isTrashed,
    explicitlyTrashed: file.isTrashed,
    spaces: ['drive'],
    version: String(version),
    webViewLink: `https://docs.google.com/spreadsheets/d/${file.id}/edit?usp=drivesdk`,
    createdTime: new Date(file.createdAt).toISOString(),
    modifiedTime: new Date(modifiedAt).toISOString(),
    owners: [owner],
    ownedByMe: isOwner,
    shared: file.shares.size > 0,
    isAppAuthorized: true,
    capabilities: {
      canEdit,
      canCopy: true,
      canComment: canEdit,
      canDownload: true,
      canModifyContent: canEdit,
      canReadRevisions: canEdit,
      canRename: canEdit,
      canShare: canEdit,
      canDelete: isOwner,
      canTrash: isOwner,
      canUntrash: isOwner,
    },
  };
}
