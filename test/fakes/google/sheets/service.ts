import type { sheets_v4 } from '@googleapis/sheets';
import { SHEETS } from '../descriptions/descriptions.ts';
import type { FileStore, StoredFile } from '../files.ts';
import { invalidFieldMask, RequestProblem, rpcFault } from '../google-error.ts';
import { applyMask, masked, readMask, UnknownField, type Mask } from '../masks.ts';
import type { Caller } from '../oauth/authority.ts';
import type { Query } from '../validation.ts';
import { applyBatch } from './batch.ts';
import { viewOf } from './view.ts';
import type { View } from './evaluation.ts';
import { filteredAreas } from './filters.ts';
import type { SpreadsheetState } from './model.ts';
import { newSpreadsheet } from './new-spreadsheet.ts';
import { areaFromA1 } from './ranges.ts';
import { spreadsheetAnswer, type RenderOptions } from './render.ts';
import type { Actor } from './requests/request.ts';

export interface SheetsCall {
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly files: FileStore;
  readonly clock: { now(): number };
}

/** Answers a call of the Sheets API. Throws `GoogleFault`. */
export function sheetsAnswer(call: SheetsCall, message: string): unknown {
  const mask = responseMask(call.query, message);
  try {
    return call.method === 'create' ? create(call, mask) : answerFor(call, opened(call), mask);
  } catch (error) {
    if (error instanceof RequestProblem) throw rpcFault(error.status, error.message);
    throw error;
  }
}

interface Opened {
  readonly file: StoredFile;
  readonly state: SpreadsheetState;
  readonly actor: Actor;
  readonly view: View;
}

function answerFor(call: SheetsCall, { file, state, actor, view }: Opened, mask: Mask): unknown {
  const { query, body } = call;
  const render = (areas: RenderOptions['areas'], withGrid: boolean): unknown =>
    spreadsheetAnswer(file.id, view, { areas, mask, withGrid, actor });
  const withGrid = query['fields'] !== undefined;
  const ranges = (query['ranges'] ?? []) as readonly string[];
  const filters = (body['dataFilters'] ?? []) as readonly sheets_v4.Schema$DataFilter[];
  switch (call.method) {
    case 'get':
      return render(
        ranges.length === 0 ? null : ranges.map((range) => areaFromA1(state, range)),
        withGrid || query['includeGridData'] === 'true',
      );
    case 'getByDataFilter':
      return render(
        filters.length === 0 ? null : filters.flatMap((filter) => filteredAreas(filter, state, actor.project)),
        withGrid || body['includeGridData'] === true,
      );
    case 'batchUpdate':
      return batchUpdate(call, file, actor, mask);
    default:
      throw new Error(`No answer for ${call.method}`);
  }
}

function batchUpdate(call: SheetsCall, file: StoredFile, actor: Actor, mask: Mask): unknown {
  const {
    requests = [],
    includeSpreadsheetInResponse,
    responseRanges,
    responseIncludeGridData,
  } = call.body as sheets_v4.Schema$BatchUpdateSpreadsheetRequest;
  const { state, replies } = applyBatch(file.state, requests ?? [], actor, call.clock);
  // Resolved before the commit, so that an invalid response range rejects the whole batch.
  const areas = (responseRanges ?? []).map((range) => areaFromA1(state, range));
  call.files.commit(file, state);
  const part = masked(mask, 'updatedSpreadsheet');
  const answer = applyMask({ spreadsheetId: file.id, replies }, mask);
  if (includeSpreadsheetInResponse !== true || part === null) return answer;
  const options: RenderOptions = {
    areas: areas.length === 0 ? null : areas,
    mask: part,
    withGrid: responseIncludeGridData === true || call.query['fields'] !== undefined,
    actor,
  };
  return { ...answer, updatedSpreadsheet: spreadsheetAnswer(file.id, viewOf(state, call.clock), options) };
}

function create({ body, caller, files, clock }: SheetsCall, mask: Mask): unknown {
  let last = 0;
  const state = newSpreadsheet(body, () => (last += 1_000_003));
  const file = files.add(state, caller.email);
  file.apps.add(caller.project);
  const actor = { email: caller.email, project: caller.project, isOwner: true };
  return spreadsheetAnswer(file.id, viewOf(state, clock), { areas: null, mask, withGrid: false, actor });
}

/** The file, if the caller may use the method on it. */
function opened(call: SheetsCall): Opened {
  const { files, caller, path } = call;
  const file = files.get(path['spreadsheetId'] ?? '');
  const role = file === null ? null : files.roleOf(file, caller);
  if (file === null) throw rpcFault(404, 'Requested entity was not found.');
  if (role === null)
    throw caller.scopes.has('https://www.googleapis.com/auth/spreadsheets')
      ? rpcFault(403, 'The caller does not have permission')
      : rpcFault(404, 'Requested entity was not found.');
  if (role === 'reader' && call.method === 'batchUpdate') throw rpcFault(403, 'The caller does not have permission');
  const actor = { email: caller.email, project: caller.project, isOwner: role === 'owner' };
  return { file, state: file.state, actor, view: viewOf(file.state, call.clock) };
}

function responseMask({ fields }: Query, message: string): Mask {
  if (typeof fields !== 'string' || fields === '') return 'all';
  try {
    return readMask(fields, message, SHEETS);
  } catch (error) {
    if (error instanceof UnknownField) throw invalidFieldMask(error.path);
    throw error;
  }
}
