import { closingTag, prefixOf, attributeText, tagsOf, type Tag } from './xml-tags.ts';

export interface ColumnLook {
  /** From 0. */
  readonly position: number;
  readonly isHidden: boolean;
  /** In characters of the default font, where the sheet says nothing of the column. */
  readonly width: number;
}

/** A stretch of columns that look alike, from 1. */
interface Stretch {
  readonly min: number;
  readonly max: number;
  /** All else that its element says. */
  readonly rest: string;
}

/** Gives columns a look; `text` is what is before the rows of a sheet, in which all other columns keep theirs. */
export function withColumnLooks(text: string, looks: readonly ColumnLook[], prefix: string): string {
  if (looks.length === 0) return text;
  const cols = [...tagsOf(text)].find(({ local, kind }) => local === 'cols' && kind !== 'close');
  const close = cols === undefined ? null : closingTag(text, cols);
  const [start, end] = cols === undefined ? [text.length, text.length] : [cols.start, close?.end ?? cols.end];
  let stretches = cols === undefined ? [] : stretchesIn(text, cols, close);
  for (const look of looks) stretches = withLook(stretches, look);
  const own = cols === undefined ? prefix : prefixOf(cols.name);
  const items = stretches
    .toSorted((a, b) => a.min - b.min)
    .map(({ min, max, rest }) => `<${own}col min="${min}" max="${max}"${rest}/>`);
  return `${text.slice(0, start)}<${own}cols>${items.join('')}</${own}cols>${text.slice(end)}`;
}

function stretchesIn(text: string, open: Tag, close: Tag | null): Stretch[] {
  return [...tagsOf(text)].flatMap((tag) => {
    const isInside = tag.start > open.start && tag.end <= (close?.start ?? open.end);
    if (!isInside || tag.local !== 'col' || tag.kind === 'close') return [];
    const inside = text.slice(tag.start + 1 + tag.name.length, tag.end).replace(/\s*\/?>$/, '');
    const rest = inside.replaceAll(/\s(?:min|max)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
    return [{ min: Number(attributeText(text, tag, 'min')), max: Number(attributeText(text, tag, 'max')), rest }];
  });
}

function withLook(stretches: readonly Stretch[], { position, isHidden, width }: ColumnLook): Stretch[] {
  const at = position + 1;
  const present = stretches.find(({ min, max }) => min <= at && at <= max);
  const base = present?.rest ?? ` width="${width}" customWidth="1"`;
  const shown = base.replaceAll(/\shidden\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const own = { min: at, max: at, rest: isHidden ? `${shown} hidden="1"` : shown };
  if (present === undefined) return [...stretches, own];
  return [
    ...stretches.filter((stretch) => stretch !== present),
    own,
    ...[
      { ...present, max: at - 1 },
      { ...present, min: at + 1 },
    ].filter(({ min, max }) => min <= max),
  ];
}
