import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

/** What text for people is made for. */
export interface Screen {
  /** Columns; Infinity where lines may have any length: a pipe or a file. */
  readonly width: number;
  /** Colours on a terminal, and nothing elsewhere or where NO_COLOR is set. */
  paint(style: Style, text: string): string;
}

export function screenOf(stream: NodeJS.WriteStream): Screen {
  return {
    width: stream.isTTY ? stream.columns : Infinity,
    paint: (style, text) => styleText(style, text, { stream }),
  };
}
