import { isTrue } from './camt-values.ts';
import type { CamtFields } from './camt-record.ts';

/** Which page of a statement that the bank delivers in several. */
export interface CamtPage {
  readonly number: number;
  readonly isLast: boolean;
}

/** Null for a statement that is all on one page. */
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

/** Whether these pages are one whole statement. */
export function isWhole(pages: readonly CamtPage[]): boolean {
  const last = pages.find(({ isLast }) => isLast);
  return last?.number === pages.length && new Set(pages.map(({ number }) => number)).size === pages.length;
}
