import { columnLetters } from '../column-letters.ts';
import { cell, on, range } from '../template/formula.ts';
import type { NewChoice, NewMark, NewRange } from '../template/sheet.ts';
import type { NewStyles } from './new-workbook-styles.ts';
import { escapeAttribute, escapeText } from './new-workbook-xml.ts';

/** Whole columns would be simpler, but some programs keep a record for each cell. A change that passes the end moves it. */
const LAST_CHECKED_ROW = 5000;
/** Texts to pick from are looked for this far down. */
const LAST_CHOICE_ROW = 1000;

/** Conditional formats; of those that hold for one cell the first wins. */
export function marksXml(marks: readonly NewMark[], styles: NewStyles): string {
  return marks
    .map(
      ({ range: where, formula, look }, index) =>
        `<conditionalFormatting sqref="${refOf(where)}"><cfRule type="expression" dxfId="${styles.ofMark(look)}" priority="${index + 1}"` +
        ` stopIfTrue="1"><formula>${escapeText(formula)}</formula></cfRule></conditionalFormatting>`,
    )
    .join('');
}

export function choicesXml(choices: readonly NewChoice[]): string {
  if (choices.length === 0) return '';
  const items = choices.map((choice) => {
    const said = `errorTitle="${escapeAttribute(choice.title)}" error="${escapeAttribute(choice.about)}" sqref="${refOf(choice.range)}"`;
    // Another text is asked about and not refused: it may well be typed here first.
    return choice.kind === 'list'
      ? `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" ${said}><formula1>${listFormula(choice.from)}</formula1></dataValidation>`
      : `<dataValidation type="decimal" operator="between" errorStyle="stop" allowBlank="1" showErrorMessage="1" ${said}>` +
          '<formula1>-1000000000000</formula1><formula2>1000000000000</formula2></dataValidation>';
  });
  return `<dataValidations count="${items.length}">${items.join('')}</dataValidations>`;
}

/** A list without an end grows and shrinks with its sheet, and shows no blank lines. */
function listFormula({ sheet, column, row, rows }: Extract<NewChoice, { kind: 'list' }>['from']): string {
  const place = { column, row, columns: 1 };
  if (rows !== undefined) return escapeText(on(sheet, range({ ...place, rows })));
  const first = on(sheet, cell(column, row));
  const texts = on(sheet, range({ ...place, rows: LAST_CHOICE_ROW - row }));
  return escapeText(`OFFSET(${first},0,0,MAX(1,COUNTA(${texts})),1)`);
}

/** "A2:C5000" */
function refOf({ row, column, columns, rows = LAST_CHECKED_ROW - row }: NewRange): string {
  const [first, last] = [`${columnLetters(column)}${row + 1}`, `${columnLetters(column + columns - 1)}${row + rows}`];
  return first === last ? first : `${first}:${last}`;
}
