import { Box, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ItemKind, Run } from '../../../src/contract/control/runs.ts';
import { useI18n, useTexts } from '../../base/words.tsx';
import { useCarrier, useAnswer } from '../../base/control/use-control.tsx';
import { Card, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { RowsTable } from '../../parts/rows-table.tsx';
import { Paper, PrintButton, type Printing, usePrinting } from '../../parts/print.tsx';
import { Amount, Category, linesOf, loadLines, ReportedChange, type ReportLine } from './report-row.tsx';
import { Pager } from '../../parts/pager.tsx';

const PAGE = 50;
const TYPING_MS = 200;
const MIN_ROWS_FOR_SEARCH = 10;

const COUNTED_KINDS = [
  ['added', 'added'],
  ['possibly-twice', 'possibleDuplicates'],
  ['updated', 'updated'],
  ['removed', 'removed'],
  ['claimed', 'alreadyThere'],
  ['elsewhere', 'elsewhere'],
  ['left-feed', 'leftFeed'],
  ['kept', 'kept'],
] as const satisfies readonly (readonly [ItemKind, keyof Run['counts']])[];

export function ReportRows({ run }: { readonly run: Run }) {
  const { activityReport: text, column, parts, print, run: runText, transactions, format } = useTexts();
  const i18n = useI18n();
  const [only, setOnly] = useState<ItemKind | ''>('');
  const [searchInput, setSearchInput] = useState('');
  const [search] = useDebouncedValue(searchInput.trim(), TYPING_MS);
  const [page, setPage] = useState(1);
  const query = { runId: run.id, ...(only === '' ? {} : { only }), ...(search === '' ? {} : { search }) };
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    'run.items',
    { ...query, offset: (page - 1) * PAGE, limit: PAGE },
    { placeholderData: keepPreviousData },
  );
  const carrier = useCarrier();
  const isWhole = data !== undefined && !isPlaceholderData && data.items.length === data.total;
  const printing = usePrinting(isWhole ? { rows: linesOf(data, i18n), total: data.total } : null, () =>
    loadLines(carrier, i18n, query),
  );
  const { data: connections } = useAnswer('connection.list', { accountId: run.accountId });
  const sources = new Set(data?.items.map((item) => ('connectionId' in item ? item.connectionId : '')));
  const names = new Map(connections?.map(({ id, name }) => [id, sources.size > 1 ? name : '']));
  const kinds = COUNTED_KINDS.filter(([, count]) => (run.counts[count] ?? 0) > 0);
  const isOneKind = kinds.length === 1 && run.counts.rules === undefined;
  const isLong = kinds.reduce((sum, [, count]) => sum + (run.counts[count] ?? 0), 0) > MIN_ROWS_FOR_SEARCH;
  const options = kinds.map(([kind, count]) => ({
    value: kind,
    label: runText.counts[count]({ count: run.counts[count] ?? 0 }),
  }));
  const filter = [options.find(({ value }) => value === only)?.label, search].filter(Boolean).join(' · ');
  const top = useRef<HTMLDivElement>(null);
  const turn = (next: number): void => {
    setPage(next);
    top.current?.scrollIntoView();
  };
  if (data?.total === 0 && filter === '') return null;
  return (
    <Card
      title={text.rows}
      actions={
        <Group gap="xs" flex="1 1 10rem" justify="flex-end">
          {(isLong || searchInput !== '') && (
            <TextInput
              aria-label={transactions.search}
              placeholder={transactions.search}
              size="xs"
              type="search"
              leftSection={<IconSearch size={14} aria-hidden />}
              flex="1 1 8rem"
              maw={{ sm: '16rem' }}
              value={searchInput}
              onChange={({ currentTarget }) => {
                setSearchInput(currentTarget.value);
                setPage(1);
              }}
            />
          )}
          {kinds.length > 1 && (
            <NativeSelect
              aria-label={print.change}
              size="xs"
              value={only}
              onChange={({ currentTarget }) => {
                setOnly(currentTarget.value as ItemKind | '');
                setPage(1);
              }}
              data={[{ value: '', label: text.allRows }, ...options]}
            />
          )}
          {data !== undefined && data.items.length > 0 && (
            <Box visibleFrom="sm">
              <PrintButton printing={printing} size={30} />
            </Box>
          )}
        </Group>
      }
    >
      {data === undefined ? (
        <LoadingState failure={error} retry={refetch} />
      ) : data.items.length === 0 ? (
        <Text c="dimmed">{parts.noMatch}</Text>
      ) : (
        // The margin keeps the first row below the sticky title when the user turns the page.
        <div ref={top} style={{ scrollMarginTop: '10rem' }}>
          <ErrorState failure={printing.failure} retry={printing.print} />
          <PrintedReport filter={filter} printed={printing.printed} />
          <div data-print="never">
            <RowsTable
              key={`${only} ${search} ${page}`}
              rows={linesOf(data, i18n)}
              isBehind={isPlaceholderData}
              columns={[
                !isOneKind && { head: print.change, look: 'kind', renderCell: ({ kind }) => kind },
                { head: column.date, look: 'wide-day', renderCell: ({ row }) => row !== null && format.day(row.date) },
                {
                  head: column.description,
                  renderCell: (line) => <ReportedChange line={line} isOneKind={isOneKind} connections={names} />,
                },
                { head: column.account, look: 'wide', renderCell: ({ row }) => row?.account },
                { head: column.category, look: 'wide', renderCell: (line) => <Category line={line} /> },
                { head: column.amount, look: 'amount', renderCell: ({ row }) => row !== null && <Amount of={row} /> },
              ]}
            />
          </div>
          <Pager total={data.total} size={PAGE} page={page} turn={turn} />
        </div>
      )}
    </Card>
  );
}

function PrintedReport({ filter, printed }: Readonly<{ filter: string; printed: Printing<ReportLine>['printed'] }>) {
  const { activityReport: text, print, column, parts, format } = useTexts();
  const { date, description, account, category, amount } = column;
  return (
    <Paper<ReportLine>
      printed={printed}
      columns={[print.change, date, description, account, category, amount]}
      cells={({ item, row, kind }) => {
        const rule = item.kind === 'rule' ? (item.to ?? item.from) : null;
        return [
          kind,
          row === null ? '' : format.day(row.date),
          rule?.description ?? (row === null ? text.unknownRow : row.description || parts.noDescription),
          row?.account ?? '',
          rule?.category ?? row?.category ?? '',
          row === null ? '' : format.money(row.amount, row.currency),
        ];
      }}
    >
      {filter !== '' && <Text size="sm">{filter}</Text>}
    </Paper>
  );
}
