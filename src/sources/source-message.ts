import type { Problem } from '../messages/parameters.ts';
import { report } from '../messages/report.ts';
import type { SourceMessage } from './source.ts';

export function sourceMessage(severity: SourceMessage['severity'], notice: Problem): SourceMessage {
  return { severity, ...report(notice) };
}
