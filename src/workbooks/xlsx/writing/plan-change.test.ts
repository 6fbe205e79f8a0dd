import { expect, test } from 'vitest';
import { recalculateOnOpen } from './plan-change.ts';

test.each([
  [
    '<workbook><sheets><sheet/></sheets><calcPr calcId="1"/></workbook>',
    '<workbook><sheets><sheet/></sheets><calcPr fullCalcOnLoad="1" calcId="1"/></workbook>',
  ],
  [
    '<workbook><sheets/><calcPr fullCalcOnLoad="0"/></workbook>',
    '<workbook><sheets/><calcPr fullCalcOnLoad="1"/></workbook>',
  ],
  [
    '<workbook><sheets></sheets><definedNames/><pivotCaches/></workbook>',
    '<workbook><sheets></sheets><definedNames/><calcPr fullCalcOnLoad="1"/><pivotCaches/></workbook>',
  ],
  [
    '<x:workbook><x:sheets></x:sheets></x:workbook>',
    '<x:workbook><x:sheets></x:sheets><x:calcPr fullCalcOnLoad="1"/></x:workbook>',
  ],
])('recalculateOnOpen sets fullCalcOnLoad in %s', (before, after) => {
  expect(recalculateOnOpen(before)).toBe(after);
  expect(recalculateOnOpen(after)).toBe(after);
});
