import { prefixOf, setAttribute, splice, tagsOf } from './xml-tags.ts';

/** In the order of the schema, what may stand before `calcPr` (ECMA-376 part 1, 18.2.27). */
const BEFORE_CALCULATION = new Set(['sheets', 'functionGroups', 'externalReferences', 'definedNames']);

/**
 * Asks for all formulas to be worked out when the workbook is opened, for their stored results are from
 * before the change; `text` is the workbook part. Excel does it; LibreOffice goes by its own setting.
 */
export function recalculateOnOpen(text: string): string {
  const tags = [...tagsOf(text)];
  const present = tags.find(({ local, kind }) => local === 'calcPr' && kind !== 'close');
  if (present !== undefined) return splice(text, [setAttribute(text, present, 'fullCalcOnLoad', '1')]);
  const last = tags.findLast(({ local, kind }) => BEFORE_CALCULATION.has(local) && kind !== 'open');
  if (last === undefined) return text;
  return splice(text, [{ start: last.end, end: last.end, text: `<${prefixOf(last.name)}calcPr fullCalcOnLoad="1"/>` }]);
}
