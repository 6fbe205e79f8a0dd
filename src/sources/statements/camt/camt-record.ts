import type { Place } from '../statement-error.ts';

/** Texts by where they stand in their element: "BookgDt.Dt". An amount's currency is beside it: "Amt.Ccy". */
export type CamtFields = Readonly<Record<string, string>>;

/** One entry of a statement as the file has it; its values are known to be readable. */
export interface CamtEntry {
  readonly fields: CamtFields;
  /** What it consists of, one for each TxDtls. */
  readonly details: readonly CamtFields[];
  /** Where the entry begins. */
  readonly place: Place;
}

export type CamtKind = '052' | '053' | '054';

/** What a document tells, in the order of the file. Each may throw. */
export interface CamtListener {
  /** What the message says of itself. */
  header(fields: CamtFields): void;
  beginStatement(kind: CamtKind, place: Place): void;
  account(fields: CamtFields, place: Place): void;
  balance(fields: CamtFields): void;
  entry(entry: CamtEntry): void;
  /** The statement's other fields: its Id, its period, its pages, its sums. */
  endStatement(fields: CamtFields): void;
}
