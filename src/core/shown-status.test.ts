import { expect, test } from 'vitest';
import type { RunMessage } from './run.ts';
import { shownStatus } from './shown-status.ts';

const told = (code: string, severity: RunMessage['severity'] = 'problem'): RunMessage => ({
  code,
  severity,
  message: '',
  remedy: null,
  connectionId: null,
});

test.each([
  ['failed', [told('statement_csv_question')], 'question'],
  ['failed', [told('statement_csv_unclear'), told('statement_read', 'info')], 'question'],
  ['failed', [told('statement_csv_question'), told('workbook_missing')], 'failed'],
  ['failed', [], 'failed'],
  ['partial', [told('statement_csv_question')], 'partial'],
] as const)('a run that %s with %j is shown as %s', (status, messages, shown) => {
  expect(shownStatus({ status, messages })).toBe(shown);
});
