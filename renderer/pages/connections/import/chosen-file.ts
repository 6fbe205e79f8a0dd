import { isDateOrderOpen } from '../../../../src/contract/date-order.ts';
import type { DayMonthOrder, StatementInspection, UploadedFile } from '../../../../src/contract/control/statements.ts';
import type { ControlFailure } from '../../../control/failure.ts';

/** A statement file that a person chose, as far as it is known. */
export interface ChosenFile {
  readonly key: string;
  readonly name: string;
  readonly upload: UploadedFile | null;
  readonly inspection: StatementInspection | null;
  readonly failure: ControlFailure | null;
  /** The bank account that the person named for it; null where the file or what is remembered tells. */
  readonly bankAccount: string | null;
  /** The order of day and month that the person named for it; null where the file shows it. */
  readonly dateOrder: DayMonthOrder | null;
}

/** Files that are imported together. */
export interface Batch {
  readonly paths: string[];
  readonly bankAccount?: string;
  readonly dateOrder?: DayMonthOrder;
}

export function needsAnswers({ inspection }: ChosenFile): boolean {
  const { csv, problem } = inspection ?? { csv: null, problem: null };
  return (
    csv !== null && csv.columns.length > 0 && (csv.questions.length > 0 || problem?.code === 'statement_csv_unclear')
  );
}

export function needsAccount({ inspection }: ChosenFile): boolean {
  return inspection?.problem?.code === 'statement_csv_account';
}

export function needsDateOrder({ inspection }: ChosenFile): boolean {
  return inspection?.problem != null && isDateOrderOpen(inspection.problem);
}

export function isReady(file: ChosenFile): boolean {
  const { upload, inspection, bankAccount } = file;
  if (upload === null || inspection === null) return false;
  if (needsAccount(file)) return (bankAccount ?? '').trim() !== '';
  return inspection.problem === null && !needsAnswers(file);
}

/** What is said of files holds for every one of an import, so that those with another answer are imported on their own. */
export function batchesOf(files: readonly ChosenFile[]): Batch[] {
  const bySaid = Map.groupBy(files.filter(isReady), ({ bankAccount, dateOrder }) =>
    JSON.stringify([bankAccount?.trim() ?? '', dateOrder]),
  );
  return [...bySaid.values()].map((those) => {
    const [bankAccount, dateOrder] = [those[0]?.bankAccount?.trim() ?? '', those[0]?.dateOrder ?? null];
    return {
      paths: those.flatMap(({ upload }) => upload?.path ?? []),
      ...(bankAccount === '' ? {} : { bankAccount }),
      ...(dateOrder === null ? {} : { dateOrder }),
    };
  });
}
