import { Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState, useId } from 'react';
import type { SuggestionList } from '../../../src/contract/control/suggestions.ts';
import { useTexts } from '../../base/words.tsx';
import { Dialog, DialogButtons } from '../../parts/dialogs.tsx';
import { RowsTable, ScrollArea, Small, useTransactionColumns } from '../../parts/rows-table.tsx';
import { LoadingState } from '../../parts/layout.tsx';
import { Button } from '../../parts/links.tsx';
import { useRun, RunResult } from '../../parts/follow-run.tsx';
import { MOST_SET_AT_ONCE, type TransactionView } from '../../../src/contract/transaction-view.ts';
import { RuleDialog } from '../rules/rule-dialog.tsx';
import type { RuleInput } from '../../../src/contract/control/rules.ts';
import { payeeOf, proposeRule } from '../rules/propose-pattern.ts';
import { CategoryList, useCategories } from '../../parts/category-list.tsx';
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
  const suggestedRows = list.rows;
  const ticks = useTicks({
    rows: suggestedRows,
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
      <Text size="sm">{suggestedRows.length === 0 ? text.none({ count: list.uncategorised }) : text.about}</Text>
      <RunResult work={accept}>
        {transactions.categorySet({ count: updated })} {kept > 0 && transactions.categoryKept({ count: kept })}
      </RunResult>
      {suggestedRows.length > 0 && (
        <ScrollArea label={text.title}>
          <RowsTable
            rows={suggestedRows}
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
        {suggestedRows.length > 0 && (
          <Button loading={accept.isPending} disabled={ticks.ticked.length === 0} onClick={begin}>
            {text.acceptAll({ count: ticks.ticked.length })}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

interface PayeeTableProps {
  readonly most: number;
  /** Null outside of a dialog. */
  readonly close: (() => void) | null;
}

export function PayeeTable({ most, close }: PayeeTableProps) {
  const { rules, column: columns, parts, transactions, overview, format } = useTexts();
  const text = transactions.payees;
  const listId = useId();
  const isNarrow = useIsNarrow();
  const [rule, setRule] = useState<RuleInput | null>(null);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const accept = useRun('suggestion.accept');
  const { data, error, refetch } = useAccountAnswer('transaction.list', { category: '', limit: MOST_SET_AT_ONCE });
  const categories = useCategories();
  if (data === undefined) return <LoadingState height={240} failure={error} retry={refetch} />;
  const payees = [...Map.groupBy(data.rows, ({ description }) => payeeOf(description))]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, most);
  const named = payees.flatMap(([payee, rows]) => {
    const category = chosen[payee]?.trim() ?? '';
    return category === '' ? [] : rows.map(({ id, row }) => ({ id, row, category }));
  });
  const save = (
    <Button
      disabled={named.length === 0}
      loading={accept.isPending}
      onClick={() => accept.begin({ rows: named }, () => setChosen({}))}
    >
      {text.save({ count: named.length })}
    </Button>
  );
  const factsOf = (rows: readonly TransactionView[]): string =>
    [
      ...sumsOf(rows).map(({ amount, currency }) => format.money(amount, currency)),
      transactions.counts({ count: rows.length }).replaceAll(' ', '\u00a0'),
    ].join(isNarrow ? '\n' : ' · ');
  const table = (
    <RowsTable
      rows={payees}
      keyOf={([payee]) => payee}
      columns={[
        {
          head: text.payee,
          renderCell: ([payee, rows]) => (
            <>
              {payee}
              <Small style={{ whiteSpace: 'pre-line' }}>{factsOf(rows)}</Small>
            </>
          ),
        },
        {
          head: columns.category,
          renderCell: ([payee, [row]]) => (
            <Group gap="xs">
              <TextInput
                size={isNarrow ? 'sm' : 'xs'}
                flex="1 1 7rem"
                list={listId}
                placeholder={overview.uncategorized}
                rightSection={<IconSelector size={16} aria-hidden />}
                rightSectionPointerEvents="none"
                maxLength={200}
                aria-label={parts.named({ label: columns.category, name: payee })}
                value={chosen[payee] ?? ''}
                onChange={({ currentTarget: { value } }) => setChosen((before) => ({ ...before, [payee]: value }))}
              />
              <Button
                variant="default"
                size={isNarrow ? 'sm' : 'compact-sm'}
                miw="max-content"
                aria-label={parts.named({ label: rules.add, name: payee })}
                onClick={() => row && setRule(proposeRule({ ...row, category: chosen[payee]?.trim() ?? '' }))}
              >
                {rules.add}
              </Button>
            </Group>
          ),
        },
      ]}
    />
  );
  return (
    <Stack gap="md">
      <Text size="sm">
        {payees.length === 0 ? transactions.suggestions.none({ count: 0 }) : text.about({ count: payees.length })}
      </Text>
      <RunResult work={accept}>{transactions.categorySet({ count: accept.run?.counts.updated ?? 0 })}</RunResult>
      <CategoryList id={listId} categories={categories} />
      {payees.length > 0 && (close === null ? table : <ScrollArea label={text.open}>{table}</ScrollArea>)}
      {rule !== null && <RuleDialog start={rule} editing={null} isOpen close={() => setRule(null)} />}
      {close === null ? (
        <Group justify="flex-end">{save}</Group>
      ) : (
        <DialogButtons close={close} closeLabel={parts.close}>
          {save}
        </DialogButtons>
      )}
    </Stack>
  );
}
