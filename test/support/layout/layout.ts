/** A visible element of a page. */
export interface Seen {
  /** The kind of element with its text or name: `button "Sync now"`. */
  readonly what: string;
  /** In page pixels: left, top, width, height. */
  readonly box: readonly [number, number, number, number];
  /** `24px 600` and other properties; empty for elements without text. */
  readonly font: string;
  /** As `#rrggbb`, for each scheme: the color of letters or lines, of the background, and of the border. */
  readonly colors: readonly string[];
}

export interface Overlap {
  readonly one: string;
  readonly other: string;
}

export interface Layout {
  readonly seen: readonly Seen[];
  readonly overlaps: readonly Overlap[];
}

const LINE = /^(?<what>.*) at (?<box>-?\d+,-?\d+ \d+x\d+)(?:, (?<font>\d[^|]*?))? \| (?<colors>.*)$/u;

/** One line for each element, readable and comparable. */
export function writeLayout(seen: readonly Seen[]): string {
  return `${seen.map(writeSeen).join('\n')}\n`;
}

export function writeSeen({ what, box: [left, top, width, height], font, colors }: Seen): string {
  return `${what} at ${left},${top} ${width}x${height}${font === '' ? '' : `, ${font}`} | ${colors.join(' | ')}`;
}

/** Throws on a line that `writeLayout` does not produce. */
export function parseLayout(text: string): Seen[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { what = '', box = '', font = '', colors = '' } = LINE.exec(line)?.groups ?? {};
      const [left = 0, top = 0, width = 0, height = 0] = box.split(/[ ,x]/u).map(Number);
      const seen = { what, box: [left, top, width, height] as const, font, colors: colors.split(' | ') };
      if (writeSeen(seen) !== line) throw new Error(`This is no line of a layout: ${line}`);
      return seen;
    });
}

/** Combines the layouts of light and dark mode. Throws if an element differs in more than its colors. */
export function inBothSchemes(light: readonly Seen[], dark: readonly Seen[]): Seen[] {
  const added = dark[light.length];
  if (added !== undefined) throw new Error(`It is in dark and not in light: ${writeSeen(added)}`);
  return light.map((seen, place) => {
    const other = dark[place];
    const isSame =
      other !== undefined &&
      other.what === seen.what &&
      other.box.join() === seen.box.join() &&
      other.font === seen.font;
    if (!isSame)
      throw new Error(
        `It stands elsewhere in dark: ${writeSeen(seen)}; there it is ${other === undefined ? 'gone' : writeSeen(other)}`,
      );
    return { ...seen, colors: [...seen.colors, ...other.colors] };
  });
}
