import { Text } from '@mantine/core';
import type { ItemKind, RunItem } from '../../../../src/contract/control/runs.ts';
import { Paper } from '../../../parts/print/paper.tsx';
import type { Printing } from '../../../parts/print/use-printing.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import type { ReportLine } from './report-lines.ts';

interface PrintedReportProps {
  /** What the list was narrowed to; empty for nothing. */
  readonly only: ItemKind | '';
  readonly search: string;
  readonly printed: Printing<ReportLine>['printed'];
}

/** Every row of a report on paper, as far as it was not narrowed. */
export function PrintedReport({ only, search, printed }: PrintedReportProps) {
  const text = useTexts().activityReport;
  const print = useTexts().print;
  const { date, description, account, category, amount } = useTexts().column;
  const format = useFormat();
  return (
    <Paper<ReportLine>
      printed={printed}
      columns={[print.change, date, description, account, category, amount]}
      cells={({ item, row }) => {
        const rule = item.kind === 'rule' ? (item.to ?? item.from) : null;
        return [
          kindOf(item),
          row === null ? '' : format.day(row.date),
          rule?.description ?? (row === null ? text.unknownRow : row.description || text.noDescription),
          row?.account ?? '',
          rule?.category ?? row?.category ?? '',
          row === null ? '' : format.money(row.amount, row.currency),
        ];
      }}
    >
      {(only !== '' || search !== '') && (
        <Text size="sm">{[only === '' ? text.only.all : text.only[only], search].filter(Boolean).join(' · ')}</Text>
      )}
    </Paper>
  );

  function kindOf(item: RunItem): string {
    if (item.kind !== 'rule') return text.kind[item.kind];
    return item.from === null ? text.rule.added : item.to === null ? text.rule.deleted : text.rule.changed;
  }
}
