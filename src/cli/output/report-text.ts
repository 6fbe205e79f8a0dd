import type { Report } from '../../messages/parameters.ts';
import { localize } from '../locale.ts';
import { paragraph, type Screen } from './table.ts';

/** The message of a report after `mark`, and its remedy indented below. */
export function reportLines(screen: Screen, mark: string, report: Report, indent = '    '): string[] {
  const { message, remedy } = localize(report);
  return [paragraph(screen, mark, message), ...(remedy === '' ? [] : [paragraph(screen, indent, remedy)])];
}

/** A report that needs attention. */
export function warningText(screen: Screen, report: Report): string {
  return reportLines(screen, `  ${screen.paint('yellow', '!')} `, report).join('\n');
}
