import { Code, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReportedItems, RunItem } from '../../../src/contract/control/runs.ts';
import type { PageSpeech } from '../../base/texts.ts';
import { useFormat, useSpeech, useTexts } from '../../base/words.tsx';
import { Facts } from '../../parts/facts.tsx';
import { SheetRow, ValueFacts } from './sheet-row.tsx';
import classes from './activity.module.css';

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
          {/* Undo restores old values, so there is no bank data to show. */}
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
          <Text size="sm">{item.kind === 'kept' ? unchangedReason(item, speech) : text.leftFeed}</Text>
          <SheetRow accountId={accountId} transactionId={item.transactionId} written={null} ruleRow={null} />
        </Stack>
      );
  }
}

function BankData({ raw }: { readonly raw: unknown }) {
  const text = useTexts().activityReport;
  return (
    <div>
      <Text component="h3" size="sm" fw={600} mb={6}>
        {text.sent}
      </Text>
      {raw === null || raw === undefined ? (
        <Text size="sm" c="dimmed">
          {text.notSent}
        </Text>
      ) : (
        <>
          <Text component="div" size="sm">
            <Facts facts={flatten('', raw)} />
          </Text>
          <details>
            <summary
              style={{
                cursor: 'pointer',
                marginTop: 'var(--mantine-spacing-xs)',
                fontSize: 'var(--mantine-font-size-sm)',
              }}
            >
              {text.asSent}
            </summary>
            <Code block mt={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {JSON.stringify(raw, null, 2)}
            </Code>
          </details>
        </>
      )}
    </div>
  );
}

/** Lists every leaf value with its path. */
function flatten(name: string, value: unknown): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null)
    return [[name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(name === '' ? key : `${name} › ${key}`, inner));
}

type Cell = Extract<RunItem, { kind: 'updated' }>['cells'][number];

function CellChanges({ cells, currency }: { readonly cells: readonly Cell[]; readonly currency: string }) {
  const text = useTexts().activityReport;
  const columns = useTexts().column;
  const format = useFormat();
  const formatted = ({ column }: Cell, value: string): string =>
    value === ''
      ? text.empty
      : column === 'date'
        ? format.day(value)
        : column === 'amount'
          ? format.money(value, currency)
          : value;
  return (
    <Text component="table" size="sm" className={classes['table'] ?? ''}>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={cell.column}>
            <th scope="row">{columns[cell.column]}</th>
            <td>{formatted(cell, cell.from)}</td>
            <td>{formatted(cell, cell.to)}</td>
          </tr>
        ))}
      </tbody>
    </Text>
  );
}

/** Why a row was left unchanged. Earlier versions recorded a sentence, which is shown as it is. */
export function unchangedReason({ why, told }: Extract<RunItem, { kind: 'kept' }>, speech: PageSpeech): string {
  return told === undefined ? why : speech.tell(told, 'app').what;
}
