import { expect, test } from 'vitest';
import { type RunMessage, shownStatus } from './run.ts';

const message = (code: string, severity: RunMessage['severity'] = 'problem'): RunMessage => ({
  code,
  severity,
  message: '',
  remedy: null,
  connectionId: null,
});

test.each([
  ['failed', [message('statement_csv_question')], 'question'],
  ['failed', [message('statement_csv_unclear'), message('statement_read', 'info')], 'question'],
  ['failed', [message('statement_csv_question'), message('workbook_missing')], 'failed'],
  ['failed', [], 'failed'],
  ['partial', [message('statement_csv_question')], 'partial'],
] as const)('shownStatus of a run that %s with %j is %s', (status, messages, shown) => {
  expect(shownStatus({ status, messages })).toBe(shown);
});
