import type { sheets_v4 } from '@googleapis/sheets';
import type { Effective } from '../sheets/evaluation.ts';
import { isDateFormat } from '../formats/shown.ts';
import type { CellFormat } from '../sheets/model.ts';

/** A cell's format as CSS. */
export function cellStyle(format: CellFormat | null, { value, format: numberFormat }: Effective): string {
  const { textFormat, horizontalAlignment, wrapStrategy, backgroundColorStyle, borders } = format ?? {};
  const isRed =
    typeof value === 'number' &&
    value < 0 &&
    !isDateFormat(numberFormat) &&
    /;\[red\]/i.test(numberFormat?.pattern ?? '');
  const color = isRed ? '#d93025' : colorOf(textFormat?.foregroundColorStyle);
  const side =
    horizontalAlignment?.toLowerCase() ??
    (typeof value === 'number' ? 'right' : typeof value === 'string' || value === null ? null : 'center');
  const rules = [
    textFormat?.bold === true && 'font-weight:600',
    textFormat?.italic === true && 'font-style:italic',
    textFormat?.strikethrough === true && 'text-decoration:line-through',
    textFormat?.fontSize != null && `font-size:${textFormat.fontSize}pt`,
    color !== null && `color:${color}`,
    colorOf(backgroundColorStyle) !== null && `background:${colorOf(backgroundColorStyle)}`,
    side !== null && `text-align:${side}`,
    wrapStrategy === 'WRAP' && 'white-space:pre-wrap',
    borders?.bottom != null && `border-bottom:2px solid ${colorOf(borders.bottom.colorStyle) ?? '#000000'}`,
  ];
  return rules.filter((rule) => rule !== false).join(';');
}

/** `#rrggbb`; null for Google's default color. */
export function colorOf(style: sheets_v4.Schema$ColorStyle | null | undefined): string | null {
  if (style?.rgbColor == null) return null;
  const { red, green, blue } = style.rgbColor;
  return `#${[red, green, blue]
    .map((part) =>
      Math.round((part ?? 0) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
