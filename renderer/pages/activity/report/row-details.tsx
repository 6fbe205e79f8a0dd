import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReportedItems, RunItem } from '../../../../src/contract/control/runs.ts';
import { useSpeech } from '../../../words/words.tsx';
import { BankData } from './bank-data.tsx';
import { CellChanges } from './cell-changes.tsx';
import { SheetRow } from './sheet-row.tsx';
import { ValueFacts } from './value-facts.tsx';
import { whyKept } from './why-kept.ts';

/** What the bank sent beside what is in the sheet, and why. */
export function RowDetails({
  accountId,
  item,
  rows,
}: {
  readonly accountId: string;
  readonly item: Exclude<RunItem, { kind: 'rule' }>;
  readonly rows: ReportedItems['rows'];
}) {
  const speech = useSpeech();
  const { format } = speech;
  const { activityReport: text, column: columns } = speech.texts.pages;
  switch (item.kind) {
    case 'added':
      return (
        <Stack gap="sm">
          {item.possibleDuplicateOf.length > 0 && (
            <Text size="sm">
              {text.twice({ rows: format.list(item.possibleDuplicateOf.map((row) => format.number(row))) })}
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <BankData raw={item.raw} />
            <SheetRow
              accountId={accountId}
              transactionId={item.values.transactionId}
              written={item.values}
              ruleRow={item.ruleRow}
            />
          </SimpleGrid>
        </Stack>
      );
    case 'updated':
      return (
        <Stack gap="sm">
          {/* An undo gives a row back what it held: no bank changed it, and nothing was sent. */}
          {(item.raw !== null || item.reason === 'posted') && <Text size="sm">{text.why[item.reason]}</Text>}
          <CellChanges cells={item.cells} currency={rows[item.transactionId]?.currency ?? ''} />
          {item.kept.length > 0 && (
            <Text size="sm">
              {text.keptColumns({ columns: format.list(item.kept.map((column) => columns[column])) })}
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <BankData raw={item.raw} />
            <SheetRow accountId={accountId} transactionId={item.transactionId} written={null} ruleRow={null} />
          </SimpleGrid>
        </Stack>
      );
    case 'removed':
      return (
        <Stack gap="xs">
          <Text size="sm">{text.removedAbout}</Text>
          <ValueFacts values={item.values} />
        </Stack>
      );
    case 'elsewhere': {
      const shownBy = item.shownBy === null ? undefined : rows[item.shownBy];
      return (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <BankData raw={item.raw} />
          <Stack gap="xs">
            <Text size="sm">{shownBy === undefined ? text.shownByUnknown : text.shownBy}</Text>
            {shownBy !== undefined && <ValueFacts values={shownBy} />}
          </Stack>
        </SimpleGrid>
      );
    }
    case 'claimed':
      return (
        <Stack gap="sm">
          <Text size="sm">{text.claimed({ isWritten: item.wasWritten ? 'yes' : 'other' })}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <BankData raw={item.raw} />
            <SheetRow accountId={accountId} transactionId={item.transactionId} written={null} ruleRow={null} />
          </SimpleGrid>
        </Stack>
      );
    case 'left-feed':
    case 'kept':
      return (
        <Stack gap="sm">
          <Text size="sm">{item.kind === 'kept' ? whyKept(item, speech) : text.leftFeed}</Text>
          <SheetRow accountId={accountId} transactionId={item.transactionId} written={null} ruleRow={null} />
        </Stack>
      );
  }
}
