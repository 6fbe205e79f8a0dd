import { randomInt } from 'node:crypto';
import type { sheets_v4 } from '@googleapis/sheets';
import { notInTheFake, RequestProblem, rpcFault } from '../google-error.ts';
import { viewOf } from './view.ts';
import { allMetadata } from './metadata.ts';
import { cellCount, draftOf, MAX_CELLS, tooManyCells, type SpreadsheetState } from './model.ts';
import { HANDLERS } from './requests/handlers.ts';
import type { Actor, Change, Handler, Kind, Requests } from './requests/request.ts';

export interface Changed {
  readonly state: SpreadsheetState;
  readonly replies: readonly sheets_v4.Schema$Response[];
}

/** Applies all changes or none: works on a copy and discards it if any change fails. */
export function applyBatch(
  before: SpreadsheetState,
  requests: readonly Requests[],
  actor: Actor,
  clock: { now(): number },
): Changed {
  if (requests.length === 0) throw rpcFault(400, 'Must specify at least one request.');
  const change: Change = {
    state: draftOf(before),
    actor,
    view: () => viewOf(change.state, clock),
    newId: () => freeId(change.state),
  };
  let cells = cellCount(before);
  const replies = requests.map((request, index) => {
    const kinds = (Object.keys(request) as Kind[]).filter((kind) => request[kind] != null);
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1)
      throw rpcFault(400, `Invalid requests[${index}]: exactly one kind of request must be set.`);
    try {
      const reply = run(kind, request, change);
      const now = cellCount(change.state);
      // A spreadsheet above the limit can still be changed if it does not grow.
      if (now > MAX_CELLS && now > cells) throw tooManyCells();
      cells = now;
      return reply ?? {};
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error;
      throw rpcFault(error.status, `Invalid requests[${index}].${kind}: ${error.message}`);
    }
  });
  return { state: change.state, replies };
}

function run<K extends Kind>(kind: K, request: Requests, change: Change): ReturnType<Handler<K>> {
  const handler = HANDLERS[kind];
  if (handler === undefined) throw notInTheFake(`requests of the kind ${kind}`);
  return handler(request[kind] as never, change);
}

/** An id that no sheet, range or metadata of the spreadsheet uses. */
function freeId(state: SpreadsheetState): number {
  for (;;) {
    const id = randomInt(1, 2 ** 31);
    const isSheet = state.sheets.some(({ sheetId }) => sheetId === id);
    if (!isSheet && ![...allMetadata(state)].some(({ metadata }) => metadata.metadataId === id)) return id;
  }
}
