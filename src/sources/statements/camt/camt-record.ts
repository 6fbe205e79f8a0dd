import type { Place } from '../statement-error.ts';
import { isTrue } from './camt-values.ts';

export type CamtFields = Readonly<Record<string, string>>;

export interface CamtEntry {
  readonly fields: CamtFields;
  /** One for each TxDtls. */
  readonly details: readonly CamtFields[];
  readonly place: Place;
}

export type CamtKind = '052' | '053' | '054';

export interface CamtListener {
  header(fields: CamtFields): void;
  beginStatement(kind: CamtKind, place: Place): void;
  account(fields: CamtFields, place: Place): void;
  balance(fields: CamtFields): void;
  entry(entry: CamtEntry): void;
  endStatement(fields: CamtFields): void;
}

export interface CamtPage {
  readonly number: number;
  readonly isLast: boolean;
}

export function pageOf(statement: CamtFields, header: CamtFields): CamtPage | null {
  for (const [fields, name] of [
    [statement, 'StmtPgntn'],
    [statement, 'RptPgntn'],
    [statement, 'NtfctnPgntn'],
    [header, 'MsgPgntn'],
  ] as const) {
    const number = Number(fields[`${name}.PgNb`]);
    const isLast = isTrue(fields[`${name}.LastPgInd`]);
    if (!Number.isInteger(number) || number < 1) continue;
    return number === 1 && isLast ? null : { number, isLast };
  }
  return null;
}

export function isWhole(pages: readonly CamtPage[]): boolean {
  const last = pages.find(({ isLast }) => isLast);
  return last?.number === pages.length && new Set(pages.map(({ number }) => number)).size === pages.length;
}
