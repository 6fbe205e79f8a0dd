import type { sheets_v4 } from '@googleapis/sheets';
import { SHEETS } from '../../descriptions/descriptions.ts';
import { RequestProblem } from '../../google-error.ts';
import { readMask, UnknownField, type Mask } from '../../masks.ts';
import type { View } from '../evaluation.ts';
import type { SpreadsheetState } from '../model.ts';
import { overlaps, type Area } from '../ranges.ts';

export type Requests = sheets_v4.Schema$Request;
export type Kind = keyof Requests;

/** Who changes the spreadsheet. A null project is the person at the sheet. */
export interface Actor {
  readonly email: string;
  readonly project: string | null;
  /** The owner may edit what is protected; others when they are among its editors. */
  readonly isOwner: boolean;
}

export interface Change {
  /** A copy, changed in place; thrown away when any request of the batch fails. */
  readonly state: SpreadsheetState;
  readonly actor: Actor;
  /** What formulas come to right now. */
  view(): View;
  /** A number below 2^31 that is free wherever ids of Google's are made. */
  newId(): number;
}

/** Makes one change and returns the reply; throws `RequestProblem` for what Google would refuse. */
export type Handler<K extends Kind> = (
  request: NonNullable<Requests[K]>,
  change: Change,
) => sheets_v4.Schema$Response | undefined;
export type Handlers = { readonly [K in Kind]?: Handler<K> };

/** The fields that a request wants to change; Google wants them named. */
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

/** What is missing in a request that the description does not say must be there. */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value == null) throw new RequestProblem(`${name} is required.`);
  return value;
}

export function refuseProtected(area: Area, { actor }: Change): void {
  const isClosed = area.sheet.protectedRanges.some(
    (protection) => isProtectedAt(protection, area) && !mayEdit(protection, actor),
  );
  if (isClosed) {
    throw new RequestProblem(
      'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.',
    );
  }
}

function isProtectedAt({ range, unprotectedRanges }: sheets_v4.Schema$ProtectedRange, area: Area): boolean {
  return range != null && overlaps(range, area) && !(unprotectedRanges ?? []).some((open) => covers(open, area));
}

function covers(range: sheets_v4.Schema$GridRange, { top, bottom, left, right }: Area): boolean {
  return (
    (range.startRowIndex ?? 0) <= top &&
    (range.endRowIndex ?? Infinity) >= bottom &&
    (range.startColumnIndex ?? 0) <= left &&
    (range.endColumnIndex ?? Infinity) >= right
  );
}

export function mayEdit({ warningOnly, editors }: sheets_v4.Schema$ProtectedRange, { email, isOwner }: Actor): boolean {
  return warningOnly === true || isOwner || (editors?.users ?? []).includes(email);
}
