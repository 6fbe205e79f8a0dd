import { oneLine } from '../../../../core/one-line.ts';
import { described, saidOnce, type Described } from '../../said-once.ts';

/** One of the texts of a row; `isPayee`: its column is for whom the money went to, or came from. */
export interface RowText {
  readonly text: string;
  readonly isPayee: boolean;
}

/** The texts of a row as one line, in their order; the kind of transaction only when there is no other text. */
export function describeRow(texts: readonly RowText[], kind: string): Described {
  const line = joined(texts);
  if (line === '') return { description: oneLine(kind, LONGEST_PART) || 'No description' };
  // Where a person chose several columns for the description, the first one that names somebody is the payee.
  const payee = texts.find(({ text, isPayee }) => isPayee && text !== '');
  if (payee === undefined) return { description: line };
  return described(line, { payee: joined([payee]), notes: joined(texts.filter((text) => text !== payee)) });
}

function joined(texts: readonly RowText[]): string {
  return texts.reduce((line, { text }) => saidOnce(line, oneLine(text, LONGEST_PART)), '');
}

const LONGEST_PART = 500;
