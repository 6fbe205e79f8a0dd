import type { RunMessage, RunStatus } from './run.ts';

/** What a person is asked about a file: as soon as it is answered, the file can be read. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'statement_csv_question',
  'statement_csv_unclear',
  'statement_csv_column',
  'statement_csv_mapping',
]);

export function isFileQuestion(code: string): boolean {
  return QUESTIONS.has(code);
}

/** How a person is told that a run went: one that only waits for an answer about its file has not failed. */
export function shownStatus({
  status,
  messages,
}: {
  readonly status: RunStatus;
  readonly messages: readonly Pick<RunMessage, 'severity' | 'code'>[];
}): RunStatus | 'question' {
  const problems = messages.filter(({ severity }) => severity === 'problem');
  return status === 'failed' && problems.length > 0 && problems.every(({ code }) => isFileQuestion(code))
    ? 'question'
    : status;
}
