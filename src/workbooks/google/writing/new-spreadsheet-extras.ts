import type { sheets_v4 } from '@googleapis/sheets';
import { cell, on, range, wholeColumn } from '../../template/formula.ts';
import type { NewChoice, NewMark, NewRange } from '../../template/sheet.ts';
import { color, localized, textFormatOf } from './new-spreadsheet-cells.ts';

type Request = sheets_v4.Schema$Request;

const ANY_NUMBER = { type: 'NUMBER_BETWEEN', values: ['-1000000000000', '1000000000000'] } as const;

export function gridRange(sheetId: number, { row, column, columns, rows }: NewRange): sheets_v4.Schema$GridRange {
  return {
    sheetId,
    startRowIndex: row,
    ...(rows !== undefined && { endRowIndex: row + rows }),
    startColumnIndex: column,
    endColumnIndex: column + columns,
  };
}

/** A text that is not in a list is marked and not refused: it may well be typed here first. */
export function choiceRequest(choice: NewChoice, sheetId: number): Request {
  const condition =
    choice.kind === 'list'
      ? { type: 'ONE_OF_RANGE', values: [{ userEnteredValue: `=${listOf(choice.from)}` }] }
      : { ...ANY_NUMBER, values: ANY_NUMBER.values.map((userEnteredValue) => ({ userEnteredValue })) };
  return {
    setDataValidation: {
      range: gridRange(sheetId, choice.range),
      rule: {
        condition,
        inputMessage: choice.about,
        strict: choice.kind === 'number',
        showCustomUi: choice.kind === 'list',
      },
    },
  };
}

/** "Categories!$A$2:$A" goes on as far as the sheet does. */
function listOf({ sheet, row, column, rows }: Extract<NewChoice, { kind: 'list' }>['from']): string {
  if (rows !== undefined) return on(sheet, range({ row, column, columns: 1, rows }));
  return on(sheet, `${cell(column, row)}:${wholeColumn(column).split(':')[0] ?? ''}`);
}

export function markRequest({ range: where, formula, look }: NewMark, index: number, sheetId: number): Request {
  const textFormat = textFormatOf(look);
  return {
    addConditionalFormatRule: {
      index,
      rule: {
        ranges: [gridRange(sheetId, where)],
        booleanRule: {
          condition: { type: 'CUSTOM_FORMULA', values: [{ userEnteredValue: `=${localized(formula)}` }] },
          format: {
            ...(look.fill !== undefined && { backgroundColorStyle: color(look.fill) }),
            ...(textFormat !== null && { textFormat }),
          },
        },
      },
    },
  };
}
