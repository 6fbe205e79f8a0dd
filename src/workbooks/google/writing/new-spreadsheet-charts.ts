import type { sheets_v4 } from '@googleapis/sheets';
import type { NewChart, NewRange, NewSheet } from '../../template/sheet.ts';
import { color } from './new-spreadsheet-cells.ts';

type Request = sheets_v4.Schema$Request;

/** In pixels. */
const ROW_HEIGHT = 21;

export function chartRequest(sheetId: number, sheet: NewSheet, chart: NewChart): Request {
  const isBars = chart.kind === 'bars';
  const { row: rowIndex, column: columnIndex, columns, rows } = chart.at;
  const widths = sheet.columns.slice(columnIndex, columnIndex + columns).map(({ width: [, pixels] }) => pixels);
  const hasLines = chart.series.some(({ isLine }) => isLine);
  const source = (range: Required<NewRange>): sheets_v4.Schema$ChartData => ({
    sourceRange: { sources: [withHeader(sheetId, range)] },
  });
  return {
    addChart: {
      chart: {
        spec: {
          title: chart.title,
          altText: chart.title,
          hiddenDimensionStrategy: 'SKIP_HIDDEN_ROWS_AND_COLUMNS',
          basicChart: {
            chartType: isBars ? 'BAR' : hasLines ? 'COMBO' : 'COLUMN',
            legendPosition: chart.series.length > 1 ? 'BOTTOM_LEGEND' : 'NO_LEGEND',
            headerCount: 1,
            domains: [{ domain: source(chart.labels.range) }],
            series: chart.series.map((each) => ({
              series: source(each.values),
              targetAxis: isBars ? 'BOTTOM_AXIS' : 'LEFT_AXIS',
              colorStyle: color(each.color),
              ...(hasLines && { type: each.isLine === true ? 'LINE' : 'COLUMN' }),
            })),
          },
        },
        position: {
          overlayPosition: {
            anchorCell: { sheetId, rowIndex, columnIndex },
            widthPixels: widths.reduce((sum, width) => sum + width, 0),
            heightPixels: rows * ROW_HEIGHT,
          },
        },
      },
    },
  };
}

/** With the row above, which names it. */
function withHeader(sheetId: number, { row, column, columns, rows }: Required<NewRange>): sheets_v4.Schema$GridRange {
  return {
    sheetId,
    startRowIndex: row - 1,
    endRowIndex: row + rows,
    startColumnIndex: column,
    endColumnIndex: column + columns,
  };
}
