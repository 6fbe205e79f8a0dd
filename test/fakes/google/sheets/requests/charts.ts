import type { sheets_v4 } from '@googleapis/sheets';
import { RequestProblem } from '../../google-error.ts';
import { areaOf, sheetById } from '../ranges.ts';
import { required, type Change, type Handlers } from './request.ts';

export const chartRequests: Handlers = {
  addChart({ chart }, change) {
    const { position, spec, chartId = change.newId() } = required(chart, 'chart');
    const anchor = position?.overlayPosition?.anchorCell;
    if (position?.newSheet != null || position?.sheetId != null)
      throw new RequestProblem('The fake does not support charts on a separate sheet.', 501);
    const sheet = sheetById(change.state, required(anchor, 'chart.position').sheetId);
    const cell = { startRowIndex: anchor?.rowIndex ?? 0, startColumnIndex: anchor?.columnIndex ?? 0 };
    areaOf(change.state, { sheetId: sheet.sheetId, ...cell });
    const basic = required(spec, 'chart.spec').basicChart;
    if (basic == null) throw new RequestProblem('Only basic charts are in the fake.', 501);
    refuseWrongSeries(basic);
    const domains = basic.domains ?? [];
    if (domains.length > 1) throw new RequestProblem('Only a single domain is supported.');
    const lengths = [...domains.map(({ domain }) => domain), ...(basic.series ?? []).map(({ series }) => series)].map(
      (data) => lengthOf(data, change),
    );
    if (new Set(lengths).size > 1) throw new RequestProblem('The domain and all series must have the same length.');
    if (change.state.sheets.some(({ charts }) => charts.some((other) => other.chartId === chartId)))
      throw new RequestProblem(`A chart with id ${chartId} already exists.`);
    const made = { ...chart, chartId };
    sheet.charts = [...sheet.charts, made];
    return { addChart: { chart: made } };
  },
};

function refuseWrongSeries({ chartType, series = [] }: sheets_v4.Schema$BasicChartSpec): void {
  required(chartType, 'basicChart.chartType');
  if (series.length === 0) throw new RequestProblem('A chart needs at least one series.');
  for (const { type, targetAxis } of series) {
    if ((type != null) !== (chartType === 'COMBO'))
      throw new RequestProblem('The type of a series is for combo charts, and they need it.');
    if (type != null && !['LINE', 'AREA', 'COLUMN', 'STEPPED_AREA'].includes(type))
      throw new RequestProblem(`A combo chart has no series of the type ${type}.`);
    if (targetAxis != null && (targetAxis === 'BOTTOM_AXIS') !== (chartType === 'BAR'))
      throw new RequestProblem(`The axis ${targetAxis} is not one for the values of this chart.`);
  }
}

/** The number of cells in a chart's source range, which must be one row or one column. */
function lengthOf(data: sheets_v4.Schema$ChartData | undefined, { state }: Change): number {
  const [source, another] = data?.sourceRange?.sources ?? [];
  if (another !== undefined) throw new RequestProblem('Several sources of one series are not in the fake.', 501);
  const { top, bottom, left, right } = areaOf(state, required(source, 'sourceRange.sources'));
  const [rows, columns] = [bottom - top, right - left];
  if (rows !== 1 && columns !== 1) throw new RequestProblem('A source must be one row or one column.');
  return Math.max(rows, columns);
}
