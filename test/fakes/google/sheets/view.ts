import { calculatorFor } from '../formulas/evaluate.ts';
import { localeOf } from '../formats/locale.ts';
import type { View } from './evaluation.ts';
import type { SpreadsheetState } from './model.ts';

/** The current view of the spreadsheet: formulas such as TODAY() follow the clock. */
export function viewOf(state: SpreadsheetState, clock: { now(): number }): View {
  const locale = localeOf(state.properties.locale);
  if (locale === null) throw new Error(`There is no locale ${state.properties.locale}.`);
  return { state, locale, calculator: calculatorFor(state, clock.now(), locale) };
}
