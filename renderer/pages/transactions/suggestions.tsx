import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState, useId } from 'react';
import type { SuggestionList } from '../../../src/contract/control/suggestions.ts';
import { useTexts } from '../../base/words.tsx';
import { Dialog, DialogButtons } from '../../parts/dialogs.tsx';
import { RowsTable, ScrollArea, Small, useTransactionColumns } from '../../parts/rows-table.tsx';
import { LoadingState } from '../../parts/layout.tsx';
import { Button } from '../../parts/links.tsx';
import { useRun, RunResult } from '../../parts/follow-run.tsx';
import { MOST_SET_AT_ONCE } from '../../../src/contract/transaction-view.ts';
import { payeeOf, proposeRule } from '../rules/propose-pattern.ts';
import { CategoryList } from '../../parts/category-list.tsx';
import { keyOf, sumsOf } from './selection-bar.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { useIsNarrow } from '../../parts/use-is-narrow.ts';
import { useTicks } from '../../parts/ticks.tsx';

export function SuggestionsDialog({ isOpen, close }: Readonly<{ isOpen: boolean; close: () => void }>) {
  const text = useTexts().transactions.suggestions;
  const { data: list, error, refetch } = useAccountAnswer('suggestion.list');
  return (
    <Dialog title={text.title} isOpen={isOpen} close={close} size="xl">
      {list === undefined ? (
        <LoadingState height={200} failure={error} retry={refetch} />
      ) : (
        <SuggestionTable list={list} close={close} />
      )}
    </Dialog>
  );
}

function SuggestionTable({ list, close }: { readonly list: SuggestionList; readonly close: () => void }) {
  const { parts, transactions, column: columns } = useTexts();
  const text = transactions.suggestions;
  const transactionColumns = useTransactionColumns<(typeof list.rows)[number]>();
  const accept = useRun('suggestion.accept');
  const ticks = useTicks({
    rows: list.rows,
    keyOf,
    labelOf: ({ description }) => parts.named({ label: parts.choose, name: description }),
    allLabel: parts.selectAll,
    startsTicked: true,
  });
  const { updated = 0, kept = 0 } = accept.run?.counts ?? {};
  const begin = (): void =>
    accept.begin({
      rows: ticks.ticked.map(({ id, row, suggestion }) => ({ id, row, category: suggestion.category })),
    });
  return (
    <Stack gap="md">
      <Text size="sm">{list.rows.length === 0 ? text.none({ count: list.uncategorised }) : text.about}</Text>
      <RunResult work={accept}>
        {transactions.categorySet({ count: updated })} {kept > 0 && transactions.categoryKept({ count: kept })}
      </RunResult>
      {list.rows.length > 0 && (
        <ScrollArea label={text.title} isTall>
          <RowsTable
            rows={list.rows}
            keyOf={keyOf}
            columns={[
              ticks.column,
              ...transactionColumns,
              {
                head: columns.category,
                renderCell: ({ suggestion }) => (
                  <>
                    {suggestion.category}
                    <Small>{text.reason(suggestion)}</Small>
                  </>
                ),
              },
            ]}
          />
        </ScrollArea>
      )}
      <DialogButtons close={close} closeLabel={parts.close} isFocused>
        {list.rows.length > 0 && (
          <Button loading={accept.isPending} disabled={ticks.ticked.length === 0} onClick={begin}>
            {text.acceptAll({ count: ticks.ticked.length })}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

export function PayeesDialog({ close }: { readonly close: () => void }) {
  return (
    <Dialog title={useTexts().transactions.payees.open} isOpen close={close} size="xl">
      <PayeeTable most={20} close={close} />
    </Dialog>
  );
}

const NOT_CHOSEN = { category: '', isRule: false };

/** `close`: null outside of a dialog. */
export function PayeeTable({ most, close }: Readonly<{ most: number; close: (() => void) | null }>) {
  const { column: columns, pageNames, parts, transactions, overview, format } = useTexts();
  const text = transactions.payees;
  const listId = useId();
  const isNarrow = useIsNarrow();
  const [choices, setChoices] = useState<Readonly<Record<string, typeof NOT_CHOSEN>>>({});
  const accept = useRun('suggestion.accept');
  const { data, error, refetch } = useAccountAnswer('transaction.list', { category: '', limit: MOST_SET_AT_ONCE });
  const { data: workbook } = useAccountAnswer('workbook.get');
  if (data === undefined) return <LoadingState height={240} failure={error} retry={refetch} />;
  const payees = [...Map.groupBy(data.rows, ({ description }) => payeeOf(description))]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, most)
    .map(([name, rows]) => ({ name, rows, ...(choices[name] ?? NOT_CHOSEN) }));
  type Payee = (typeof payees)[number];
  const choose = (name: string, choice: Partial<typeof NOT_CHOSEN>): void =>
    setChoices((before) => ({ ...before, [name]: { ...(before[name] ?? NOT_CHOSEN), ...choice } }));
  const sumOf = ({ rows }: Payee): string =>
    format.list(sumsOf(rows).map(({ amount, currency }) => format.money(amount, currency)));
  const ready = payees.filter(({ category }) => category.trim() !== '');
  const input = {
    rows: ready.flatMap(({ rows, category }) => rows.map(({ id, row }) => ({ id, row, category }))),
    rules: ready
      .filter(({ isRule }) => isRule)
      .map(({ name, rows: [row], category }) => proposeRule({ description: row?.description ?? name, category })),
  };
  const renderField = ({ name, category }: Payee) => (
    <TextInput
      size={isNarrow ? 'sm' : 'xs'}
      flex={1}
      list={listId}
      placeholder={overview.uncategorized}
      rightSection={<IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      maxLength={200}
      aria-label={parts.named({ label: columns.category, name })}
      value={category}
      onChange={({ currentTarget: { value } }) => choose(name, { category: value })}
    />
  );
  const mayAddRules = workbook?.missingSheets.includes('rules') === false;
  const renderBox = ({ name, isRule }: Payee) =>
    mayAddRules && (
      <Checkbox
        {...(isNarrow ? { label: text.future } : { pos: 'relative', top: 5 })}
        aria-label={parts.named({ label: text.future, name })}
        checked={isRule}
        onChange={({ currentTarget: { checked } }) => choose(name, { isRule: checked })}
      />
    );
  const renderAll = (payee: Payee) => (
    <>
      <Group justify="space-between" align="baseline" wrap="nowrap" gap="sm" mb={4}>
        {payee.name}
        <Small style={{ flex: 'none' }}>
          {`${sumOf(payee)} · ${transactions.counts({ count: payee.rows.length })}`}
        </Small>
      </Group>
      <Group gap="sm" wrap="nowrap">
        {renderField(payee)}
        {renderBox(payee)}
      </Group>
    </>
  );
  const table = (
    <RowsTable
      rows={payees}
      keyOf={({ name }) => name}
      columns={
        isNarrow
          ? [{ head: text.payee, renderCell: renderAll }]
          : [
              { head: text.payee, renderCell: ({ name }) => name },
              { head: pageNames.transactions, look: 'amount', renderCell: ({ rows }) => format.number(rows.length) },
              { head: columns.amount, look: 'amount', renderCell: sumOf },
              { head: columns.category, renderCell: renderField },
              mayAddRules && { head: text.future, renderCell: renderBox },
            ]
      }
    />
  );
  return (
    <Stack gap="md">
      <Text size="sm">{payees.length === 0 ? transactions.suggestions.none({ count: 0 }) : text.about}</Text>
      <RunResult work={accept}>{transactions.categorySet({ count: accept.run?.counts.updated ?? 0 })}</RunResult>
      <CategoryList id={listId} />
      {payees.length > 0 &&
        (close === null ? (
          table
        ) : (
          <ScrollArea label={text.open} isTall>
            {table}
          </ScrollArea>
        ))}
      <Group justify="flex-end" gap="sm">
        {close !== null && (
          <Button variant="default" onClick={close}>
            {parts.close}
          </Button>
        )}
        <Button
          disabled={ready.length === 0}
          loading={accept.isPending}
          onClick={() => accept.begin(input, () => setChoices({}))}
        >
          {text.save({ count: ready.length })}
        </Button>
      </Group>
    </Stack>
  );
}
