import { padText, textWidth } from './text-width.ts';

/** One line for each: its label, filled up so that the values stand below each other. */
export function facts(pairs: readonly (readonly [label: string, value: string])[], indent = ''): string[] {
  const width = Math.max(...pairs.map(([label]) => textWidth(label)));
  return pairs.map(([label, value]) => `${indent}${padText(label, width, 'left')}  ${value}`);
}
