import { TYPES } from './formula-workbook.ts';
import { COLUMNS, SHEET, type Generated } from './generated-list.ts';
import { formulaText, type Content, type RowModel } from './row-model.ts';
import { workbookParts, writeSmallXlsx } from './small-xlsx.ts';

/** LibreOffice opens only files that declare the types of their parts. */
const PART_TYPES = [
  ['workbook.xml', 'sheet.main'],
  ['worksheets/sheet1.xml', 'worksheet'],
  ['worksheets/sheet2.xml', 'worksheet'],
]
  .map(
    ([part, type]) =>
      `<Override PartName="/xl/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
  )
  .join('');

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export async function writeGenerated({ model, list, filled, isShared }: Generated): Promise<string> {
  const result = (name: string, content: Content): string => `<v>${escaped(String(model.value(name, content)))}</v>`;
  const sheets = Object.fromEntries(
    [SHEET, 'Summary'].map((name) => {
      const sheet = model.sheet(name);
      const rows = [...Map.groupBy([...sheet.cells.values()], ({ row }) => row)].sort(([a], [b]) => a - b);
      const cell = (row: number, column: string, content: Content): string => {
        const isText = typeof content === 'object' && typeof model.value(name, content) === 'string';
        const start = `<c r="${column}${row}"${isText ? ' t="str"' : ''}`;
        if (typeof content === 'number') return `${start}><v>${content}</v></c>`;
        if (typeof content === 'string') return `${start} t="inlineStr"><is><t>${escaped(content)}</t></is></c>`;
        const isFilled = isShared && name === SHEET && filled.includes(column) && row >= list.first && row <= list.last;
        const shared = isFilled ? ` t="shared" si="${COLUMNS.indexOf(column)}"` : '';
        if (isFilled && row > list.first) return `${start}><f${shared}/>${result(name, content)}</c>`;
        const area = isFilled ? ` ref="${column}${list.first}:${column}${list.last}"` : '';
        return `${start}><f${shared}${area}>${escaped(formulaText(content))}</f>${result(name, content)}</c>`;
      };
      const data = rows.map(([row, cells]) => {
        const height = sheet.heights.get(row);
        const inOrder = cells.toSorted((a, b) => (a.column < b.column ? -1 : 1));
        return `<row r="${row}"${height === undefined ? '' : ` ht="${height}" customHeight="1"`}>${inOrder.map(({ column, content }) => cell(row, column, content)).join('')}</row>`;
      });
      return [name, `<sheetData>${data.join('')}</sheetData>${structuresOf(model, name).join('')}`];
    }),
  );
  const parts = workbookParts(sheets);
  const names = Object.entries(model.names).map(
    ([name, content]) => `<definedName name="${name}">${escaped(formulaText(content))}</definedName>`,
  );
  return writeSmallXlsx({
    '[Content_Types].xml': TYPES.replace('</Types>', `${PART_TYPES}</Types>`),
    ...parts,
    'xl/workbook.xml':
      parts['xl/workbook.xml']?.replace('</sheets>', (end) => `${end}<definedNames>${names.join('')}</definedNames>`) ??
      '',
  });
}

export function structuresOf(model: RowModel, sheet: string): string[] {
  return model.sheet(sheet).structures.map(({ xml, left, right, top, bottom, formula }) => {
    const range = left === right && top === bottom ? `${left}${top}` : `${left}${top}:${right}${bottom}`;
    return xml.replace('#', range).replace('@', escaped(formulaText(formula ?? [])));
  });
}
