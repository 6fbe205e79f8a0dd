import type { sheets_v4 } from '@googleapis/sheets';
import { SHEETS } from '../../descriptions/descriptions.ts';
import { RequestProblem } from '../../google-error.ts';
import { readMask, UnknownField, type Mask } from '../../masks.ts';
import type { View } from '../evaluation.ts';
import type { SpreadsheetState } from '../model.ts';
import { overlaps, type Area } from '../ranges.ts';

export type Requests = sheets_v4.Schema$Request;
export type Kind = keyof Requests;

/** The author of a change. The project is null if the user edits the sheet without an app. */
export interface Actor {
  readonly email: string;
  readonly project: string | null;
  /** The owner may edit every protected range; other users need to be its editors. */
  readonly isOwner: boolean;
}

export interface Change {
  /** A copy, changed in place and discarded if any request of the batch fails. */
  readonly state: SpreadsheetState;
  readonly actor: Actor;
  /** The current results of formulas. */
  view(): View;
  /** A number below 2^31 that is not used as an id. */
  newId(): number;
}

/** Applies one request and returns its reply. Throws `RequestProblem` if Google would reject it. */
export type Handler<K extends Kind> = (
  request: NonNullable<Requests[K]>,
  change: Change,
) => sheets_v4.Schema$Response | undefined;
export type Handlers = { readonly [K in Kind]?: Handler<K> };

/** The fields that a request changes; Google requires the field mask. */
export function changedFields(
  fields: string | null | undefined,
  message: string,
  readOnly: readonly string[] = [],
): Mask {
  if (fields == null || fields === '')
    throw new RequestProblem("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)");
  try {
    const mask = readMask(fields, message, SHEETS);
    const refused = mask === 'all' ? undefined : readOnly.find((name) => mask.has(name));
    if (refused !== undefined) throw new RequestProblem(`The field '${refused}' is read-only and cannot be set.`);
    return mask;
  } catch (error) {
    if (error instanceof UnknownField) throw new RequestProblem(`Invalid field: ${error.path}`);
    throw error;
  }
}

/** Throws if a field is missing that Google requires although the API description does not say so. */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value == null) throw new RequestProblem(`${name} is required.`);
  return value;
}

export function refuseProtected(area: Area, { actor }: Change): void {
  const isClosed = area.sheet.protectedRanges.some(
    (protection) => protection.range != null && overlaps(protection.range, area) && !mayEdit(protection, actor),
  );
  if (isClosed) {
    throw new RequestProblem(
      'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
    );
  }
}

export function mayEdit({ warningOnly, editors }: sheets_v4.Schema$ProtectedRange, { email, isOwner }: Actor): boolean {
  return warningOnly === true || isOwner || (editors?.users ?? []).includes(email);
}
