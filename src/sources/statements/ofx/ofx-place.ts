import type { StatementText } from '../statement-error.ts';
import type { OfxTransaction } from './ofx-statement.ts';

/** Where a transaction's field stands, for a message; where the transaction begins when it lacks the field. */
export function placeOfField(
  statement: StatementText,
  { fields, offset, income }: OfxTransaction,
  field: string,
): number {
  if (fields[field] === undefined) return offset;
  const tag = new RegExp(`<${income?.tags[field] ?? field}[\\s>]`, 'gi');
  tag.lastIndex = offset;
  return tag.exec(statement.text)?.index ?? offset;
}
