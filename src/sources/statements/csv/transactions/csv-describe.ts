import { oneLine } from '../../../../core/one-line.ts';
import { saidOnce } from '../../said-once.ts';

/** The texts of a row as one line, in their order; the kind of transaction only when there is no other text. */
export function describeRow(texts: readonly string[], kind: string): string {
  const line = texts.reduce((line, text) => saidOnce(line, oneLine(text, LONGEST_PART)), '');
  return line === '' ? oneLine(kind, LONGEST_PART) || 'No description' : line;
}

const LONGEST_PART = 500;
