/** One thing that a person sees on a page. */
export interface Seen {
  /** What it is, and its words or name: `button "Sync now"`. */
  readonly what: string;
  /** In pixels of the page: left, top, width, height. */
  readonly box: readonly [number, number, number, number];
  /** `24px 600`, and what else tells; empty for what has no text. */
  readonly font: string;
  /** As `#rrggbb`, of each scheme that it was looked at in: of the letters or lines, of the ground behind, of the edge. */
  readonly colours: readonly string[];
}

/** Two texts that stand in each other's way. */
export interface Overlap {
  readonly one: string;
  readonly other: string;
}

export interface Layout {
  readonly seen: readonly Seen[];
  readonly overlaps: readonly Overlap[];
}

const LINE = /^(?<what>.*) at (?<box>-?\d+,-?\d+ \d+x\d+)(?:, (?<font>\d[^|]*?))? \| (?<colours>.*)$/u;

/** A line for each thing, for people to read and to compare. */
export function writeLayout(seen: readonly Seen[]): string {
  return `${seen.map(writeSeen).join('\n')}\n`;
}

export function writeSeen({ what, box: [left, top, width, height], font, colours }: Seen): string {
  return `${what} at ${left},${top} ${width}x${height}${font === '' ? '' : `, ${font}`} | ${colours.join(' | ')}`;
}

/** Throws on a line that `writeLayout` does not write. */
export function parseLayout(text: string): Seen[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { what = '', box = '', font = '', colours = '' } = LINE.exec(line)?.groups ?? {};
      const [left = 0, top = 0, width = 0, height = 0] = box.split(/[ ,x]/u).map(Number);
      const seen = { what, box: [left, top, width, height] as const, font, colours: colours.split(' | ') };
      if (writeSeen(seen) !== line) throw new Error(`This is no line of a layout: ${line}`);
      return seen;
    });
}

/** The same page in two schemes as one. Throws when more than colours differs, which names what. */
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
    return { ...seen, colours: [...seen.colours, ...other.colours] };
  });
}
