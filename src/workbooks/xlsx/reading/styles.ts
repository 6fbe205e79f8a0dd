import type { LocalDateTime } from '../../../core/calendar-date.ts';
import { dateFormatter } from './date-text.ts';
import { builtInFormat, isDateFormat } from './date-text.ts';
import { remembered } from '../../remembered.ts';
import { attribute, readXml } from '../package/xml.ts';
import type { ZipPackage } from '../package/zip-package.ts';

/** Effects of a cell's style on its value. */
export interface CellStyle {
  /** The number format's code, such as "yyyy\-mm\-dd". */
  readonly format: string;
  /** True if a number with this style is a date or a time. */
  readonly isDate: boolean;
  /** A moment as a cell with this style shows it. */
  readonly showDate: (moment: LocalDateTime) => string;
  /** True if the cell may not be written while its sheet is protected. */
  readonly isLocked: boolean;
}

/** By the style index that cells carry. */
export type Styles = readonly CellStyle[];

/** The style of a cell that has none, or one that the workbook does not define. */
const DEFAULT_STYLE = cellStyle('General', true);

export function styleOf(styles: Styles, index: number): CellStyle {
  return styles[index] ?? DEFAULT_STYLE;
}

/** Reads the part that holds the styles; `part` is null when the workbook has none. */
export async function readStyles(pkg: ZipPackage, part: string | null): Promise<Styles> {
  if (part === null) return [];
  const codes = new Map<number, string>();
  const formats: { id: number; isLocked: boolean }[] = [];
  let isInCellFormats = false;
  await readXml(pkg, part, {
    open: (tag) => {
      if (tag.local === 'numFmt') codes.set(Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '');
      if (tag.local === 'cellXfs') isInCellFormats = true;
      if (!isInCellFormats) return;
      if (tag.local === 'xf') formats.push({ id: Number(attribute(tag, 'numFmtId') ?? 0), isLocked: true });
      const current = formats.at(-1);
      if (tag.local === 'protection' && current !== undefined)
        current.isLocked = !['0', 'false'].includes(attribute(tag, 'locked') ?? '1');
    },
    close: (tag) => {
      if (tag.local === 'cellXfs') isInCellFormats = false;
    },
  });
  return formats.map(({ id, isLocked }) => cellStyle(codes.get(id) ?? builtInFormat(id), isLocked));
}

function cellStyle(format: string, isLocked: boolean): CellStyle {
  return { format, isDate: isDateFormat(format), showDate: remembered(dateFormatter(format)), isLocked };
}
