import { oneLine } from '../../core/one-line.ts';
import type { Screen } from './screen.ts';
import { textWidth, wrapText } from './text-width.ts';

/** Prose behind a mark such as `  - `, broken between words where the screen ends; further lines begin below the first word. */
export function paragraph({ width }: Pick<Screen, 'width'>, mark: string, text: string): string {
  const indent = textWidth(mark);
  // It may quote a bank or a file, which must not be able to steer the terminal.
  return mark + wrapText(oneLine(text), width - indent).join(`\n${' '.repeat(indent)}`);
}
