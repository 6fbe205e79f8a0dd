import type { sheets_v4 } from '@googleapis/sheets';
import { KEY, type Marker } from '../reading/structure.ts';

/** Only the runs around a lost answer are ever asked for. */
const RUNS_KEPT = 20;
/**
 * The first run of a spreadsheet has the number after this one; a number means nothing beside its order. Google lets
 * everyone choose from 1 to 2^31 - 1, so any number that others are unlikely to count from will do.
 */
const BASE = 1_348_000_000;

/**
 * The number of the next run. Google refuses a batch whose number is taken, and with it all that it would write: so the
 * same batch sent again can never be written twice, and of two Pennyrows that planned on the same state only one writes.
 * `skip`: so many numbers are somebody else's.
 */
export function nextMarker(markers: readonly Marker[], runId: string, skip: number): Marker {
  return { metadataId: Math.max(BASE, ...markers.map(({ metadataId }) => metadataId)) + 1 + skip, runId };
}

/** Attaches the marker to the spreadsheet, where other OAuth clients of the same person see it too, and drops the oldest. */
export function markerRequests(markers: readonly Marker[], next: Marker): sheets_v4.Schema$Request[] {
  const dropped = markers.slice(0, Math.max(0, markers.length + 1 - RUNS_KEPT));
  return [
    {
      createDeveloperMetadata: {
        developerMetadata: {
          metadataId: next.metadataId,
          metadataKey: KEY.run,
          metadataValue: next.runId,
          location: { spreadsheet: true },
          visibility: 'DOCUMENT',
        },
      },
    },
    ...dropped.map(({ metadataId }) => ({
      deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId } } },
    })),
  ];
}

/** Google has refused a batch because the number of its marker is taken. */
export function isTaken(words: string): boolean {
  return /metadata/i.test(words) && /already|exists|duplicate|in use|not unique/i.test(words);
}
