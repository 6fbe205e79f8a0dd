import { on, range } from '../template/formula.ts';
import type { NewChart, NewRange, NewSeries } from '../template/sheet.ts';
import { CHART, DRAWING, escapeAttribute, escapeText, HEAD, RELATIONSHIPS } from './new-workbook-xml.ts';

const INK = '44546A';
const GRID = 'E1E7EB';

/** The part of a chart over cells of the sheet with that title; elements stand in the order of ECMA-376 part 1, section 21.2. */
export function chartXml(sheet: string, chart: NewChart): string {
  const isBars = chart.kind === 'bars';
  const series = chart.series.map((each, index) => ({ each, index }));
  const ofKind = (isLine: boolean): string =>
    series
      .filter(({ each }) => (each.isLine === true) === isLine)
      .map(({ each, index }) => seriesXml(sheet, chart, each, index))
      .join('');
  const lines = ofKind(true);
  const axes = '<c:axId val="1"/><c:axId val="2"/>';
  const plots =
    `<c:barChart><c:barDir val="${isBars ? 'bar' : 'col'}"/><c:grouping val="clustered"/><c:varyColors val="0"/>${ofKind(false)}` +
    `<c:gapWidth val="60"/><c:overlap val="0"/>${axes}</c:barChart>` +
    (lines === ''
      ? ''
      : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${lines}<c:marker val="1"/>${axes}</c:lineChart>`);
  return (
    `${HEAD}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING}" xmlns:r="${RELATIONSHIPS}"><c:roundedCorners val="0"/><c:chart>` +
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr lang="en-US" sz="1200" b="1">${fill(INK)}</a:rPr>` +
    `<a:t>${escapeText(chart.title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>` +
    `<c:plotArea><c:layout/>${plots}${categoryAxis(isBars, chart.labels.pattern)}${valueAxis(isBars)}</c:plotArea>` +
    (chart.series.length > 1
      ? `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${textLook('900')}</c:legend>`
      : '') +
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>' +
    `<c:spPr>${fill('FFFFFF')}<a:ln w="9525">${fill(GRID)}</a:ln></c:spPr></c:chartSpace>`
  );
}

function seriesXml(sheet: string, { labels }: NewChart, { values, color, isLine }: NewSeries, index: number): string {
  const reference = (where: Required<NewRange>): string => `<c:f>${escapeText(on(sheet, range(where)))}</c:f>`;
  const name = { ...values, row: values.row - 1, rows: 1 };
  const look =
    isLine === true
      ? `<c:spPr><a:ln w="28575">${fill(color)}</a:ln></c:spPr><c:marker><c:symbol val="circle"/><c:size val="5"/><c:spPr>${fill(color)}<a:ln w="9525">${fill(color)}</a:ln></c:spPr></c:marker>`
      : `<c:spPr>${fill(color)}</c:spPr><c:invertIfNegative val="0"/>`;
  return (
    `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>${escapeText(on(sheet, range(name).split(':')[0] ?? ''))}</c:f></c:strRef></c:tx>${look}` +
    `<c:cat>${labels.pattern === undefined ? `<c:strRef>${reference(labels.range)}</c:strRef>` : `<c:numRef>${reference(labels.range)}</c:numRef>`}</c:cat><c:val><c:numRef>${reference(values)}</c:numRef></c:val>` +
    `${isLine === true ? '<c:smooth val="0"/>' : ''}</c:ser>`
  );
}

/** The first of the points stands on top where bars lie. */
function categoryAxis(isBars: boolean, pattern: string | undefined): string {
  const format =
    pattern === undefined
      ? 'formatCode="General" sourceLinked="1"'
      : `formatCode="${escapeAttribute(pattern)}" sourceLinked="0"`;
  return (
    `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="${isBars ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/>` +
    `<c:axPos val="${isBars ? 'l' : 'b'}"/><c:numFmt ${format}/><c:majorTickMark val="none"/><c:minorTickMark val="none"/>` +
    `<c:tickLblPos val="low"/><c:spPr><a:ln w="9525">${fill(GRID)}</a:ln></c:spPr>${textLook('900')}<c:crossAx val="2"/><c:crosses val="autoZero"/>` +
    '<c:auto val="0"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>'
  );
}

function valueAxis(isBars: boolean): string {
  return (
    `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${isBars ? 'b' : 'l'}"/>` +
    `<c:majorGridlines><c:spPr><a:ln w="9525">${fill(GRID)}</a:ln></c:spPr></c:majorGridlines><c:numFmt formatCode="#,##0" sourceLinked="0"/>` +
    `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${textLook('900')}` +
    `<c:crossAx val="1"/><c:crosses val="${isBars ? 'max' : 'autoZero'}"/><c:crossBetween val="between"/></c:valAx>`
  );
}

function fill(color: string): string {
  return `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
}

/** `size`: in hundredths of a point. */
function textLook(size: string): string {
  return `<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}">${fill(INK)}</a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`;
}
