import { oneLine } from '../../core/one-line.ts';
import type { Problem, ProblemParameters } from '../../messages/parameters.ts';
import { report } from '../../messages/report.ts';
import type { SourceMessage } from '../source.ts';
import type { StatementErrorCode } from './statement-error.ts';

/** What is to be known about a file that was read. */
export function fileMessage<Code extends StatementErrorCode>(
  severity: SourceMessage['severity'],
  code: Code,
  name: string,
  params: Omit<ProblemParameters[Code], 'file'>,
): SourceMessage {
  return { severity, ...report({ code, params: { file: oneLine(name, 200), ...params } } as unknown as Problem) };
}
