import { expect, test } from 'vitest';
import type { ProgressView } from '../contract/control/runs.ts';
import { openProgressLine, progressText } from './follow-run.ts';

const progress: ProgressView = {
  runId: 'run_1',
  accountId: 'account_1',
  stage: 'fetching',
  step: null,
  done: 0,
  total: null,
};

function terminal(columns: number) {
  const written: string[] = [];
  const stream = { isTTY: true, columns, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  return { stream, written };
}

test('a stage is said in plain words, with a bar as soon as the end is known', () => {
  expect(progressText(progress)).toBe('Fetching transactions …');
  expect(progressText({ ...progress, done: 1234 })).toBe('Fetching transactions  1,234');
  expect(progressText({ ...progress, done: 5, total: 10 })).toBe(
    'Fetching transactions  ██████████░░░░░░░░░░  5 of 10',
  );
  expect(progressText({ ...progress, done: 12, total: 10 })).toContain('████████████████████  12 of 10');
});

test('the line is written over in one go, said once, and leaves nothing behind', () => {
  const { stream, written } = terminal(80);
  const line = openProgressLine(stream);
  line?.show(progress);
  line?.show(progress);
  line?.show({ ...progress, stage: 'reading' });
  line?.clear();
  line?.clear();
  expect(written).toEqual(['\rFetching transactions …\u001b[K', '\rReading the workbook …\u001b[K', '\r\u001b[K']);
});

test('the line never wraps', () => {
  const { stream, written } = terminal(12);
  openProgressLine(stream)?.show(progress);
  expect(written).toEqual(['\rFetching t…\u001b[K']);
});

test('without a terminal there is no line', () => {
  expect(openProgressLine({ isTTY: false } as NodeJS.WriteStream)).toBeNull();
});
