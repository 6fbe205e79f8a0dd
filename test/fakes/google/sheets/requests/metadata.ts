import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../../google-error.ts';
import {
  addMetadata,
  allMetadata,
  isVisible,
  matches,
  metadataAnswer,
  overfull,
  removeMetadata,
  type Location,
} from '../metadata.ts';
import type { Metadata } from '../model.ts';
import { sheetById } from '../ranges.ts';
import { required, type Change, type Handlers } from './request.ts';

export const metadataRequests: Handlers = {
  createDeveloperMetadata({ developerMetadata }, change) {
    const given = required(developerMetadata, 'developerMetadata');
    const location = locationOf(required(given.location, 'developerMetadata.location'), change);
    const visibility = required(given.visibility, 'developerMetadata.visibility');
    if (visibility !== 'DOCUMENT' && visibility !== 'PROJECT')
      throw new RequestProblem('developerMetadata.visibility must be DOCUMENT or PROJECT.');
    if (given.metadataKey == null || given.metadataKey === '')
      throw new RequestProblem('developerMetadata.metadataKey is required.');
    const metadata: Metadata = {
      metadataId: given.metadataId ?? change.newId(),
      metadataKey: given.metadataKey,
      ...(given.metadataValue != null && { metadataValue: given.metadataValue }),
      visibility,
      project: change.actor.project ?? 'person',
    };
    if (metadata.metadataId < 0) throw new RequestProblem('developerMetadata.metadataId must be positive.');
    // Ids are unique across all projects, even if this project cannot see the other metadata.
    if (isIdInUse(metadata.metadataId, change))
      throw new RequestProblem(
        `Cannot add developer metadata with ID [${metadata.metadataId}] because developer metadata with that ID already exists.`,
      );
    addMetadata(change.state, metadata, location);
    refuseOverfull(change);
    return { createDeveloperMetadata: { developerMetadata: metadataAnswer({ metadata, location }) } };
  },

  deleteDeveloperMetadata({ dataFilter }, change) {
    const lookup = required(dataFilter, 'dataFilter').developerMetadataLookup;
    if (lookup == null) throw new RequestProblem('Developer metadata by a range is not in the fake.', 501);
    const gone = [...allMetadata(change.state)].filter(
      (found) => isVisible(found.metadata, change.actor.project) && matches(found, lookup),
    );
    removeMetadata(change.state, gone);
    return { deleteDeveloperMetadata: gone.length === 0 ? {} : { deletedDeveloperMetadata: gone.map(metadataAnswer) } };
  },
};

function isIdInUse(id: number, { state }: Change): boolean {
  for (const { metadata } of allMetadata(state)) if (metadata.metadataId === id) return true;
  return false;
}

function refuseOverfull({ state, actor }: Change): void {
  const where = overfull(state, actor.project ?? 'person');
  if (where !== null)
    throw new RequestProblem(`The developer metadata of ${where} would exceed the storage limit of 30000 characters.`);
}

/** Metadata has exactly one location: the spreadsheet, a sheet, or a single row or column. */
function locationOf(location: sheets_v4.Schema$DeveloperMetadataLocation, { state }: Change): Location {
  const { spreadsheet, sheetId, dimensionRange } = location;
  const given = [spreadsheet, sheetId, dimensionRange].filter((value) => value != null);
  if (given.length !== 1)
    throw new RequestProblem(
      'Exactly one of spreadsheet, sheetId and dimensionRange must be set in a metadata location.',
    );
  if (location.locationType != null) throw new RequestProblem('location.locationType is read-only.');
  if (spreadsheet === true) return { type: 'SPREADSHEET', sheet: null, index: -1 };
  if (sheetId != null) return { type: 'SHEET', sheet: sheetById(state, sheetId), index: -1 };
  const { dimension, startIndex, endIndex } = required(dimensionRange, 'location');
  const sheet = sheetById(state, dimensionRange?.sheetId);
  if (dimension !== 'ROWS' && dimension !== 'COLUMNS')
    throw new RequestProblem('dimensionRange.dimension must be ROWS or COLUMNS.');
  const index = startIndex ?? 0;
  if (endIndex !== index + 1)
    throw new RequestProblem('Developer metadata may only be associated with a single row or column.');
  const lines = dimension === 'ROWS' ? sheet.rows : sheet.columns;
  if (index < 0 || index >= lines.length)
    throw new RequestProblem(
      `dimensionRange.startIndex[${index}] is after the last ${dimension === 'ROWS' ? 'row' : 'column'}.`,
    );
  return { type: dimension === 'ROWS' ? 'ROW' : 'COLUMN', sheet, index };
}
