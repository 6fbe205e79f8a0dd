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

test('the progress line shows the stage of the run, and a bar once the total is known', () => {
  expect(progressText(progress)).toBe('Fetching from the bank …');
  expect(progressText({ ...progress, done: 1234 })).toBe('Fetching from the bank  1,234');
  expect(progressText({ ...progress, done: 5, total: 10 })).toBe(
    'Fetching from the bank  ██████████░░░░░░░░░░  5 of 10',
  );
  expect(progressText({ ...progress, done: 12, total: 10 })).toContain('████████████████████  12 of 10');
});

test('the progress line is overwritten in one write, and removed at the end', () => {
  const { stream, written } = terminal(80);
  const line = openProgressLine(stream);
  line?.show(progress);
  line?.show(progress);
  line?.show({ ...progress, stage: 'reading' });
  line?.clear();
  line?.clear();
  expect(written).toEqual(['\rFetching from the bank …\u001b[K', '\rReading the spreadsheet …\u001b[K', '\r\u001b[K']);
});

test('the progress line is cut to the width of the terminal', () => {
  const { stream, written } = terminal(12);
  openProgressLine(stream)?.show(progress);
  expect(written).toEqual(['\rFetching f…\u001b[K']);
});

test('the progress line is not shown without a terminal', () => {
  expect(openProgressLine({ isTTY: false } as NodeJS.WriteStream)).toBeNull();
});
