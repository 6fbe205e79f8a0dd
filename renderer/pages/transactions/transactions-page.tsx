import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link } from 'wouter';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import { useCarrier } from '../../control/control-context.tsx';
import { useAnswer } from '../../control/use-control.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { PrintButton } from '../../parts/print/print-button.tsx';
import { usePrinting } from '../../parts/print/use-printing.ts';
import { readOrder, type OpenTransaction } from '../../parts/transactions-address.ts';
import { useNow } from '../../parts/use-now.ts';
import { useAccount } from '../../shell/account-context.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import { Details } from './details/details.tsx';
import { Filters } from './filters.tsx';
import { loadAll } from './load-all.ts';
import { PrintedTransactions } from './printed-transactions.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Suggestions } from './suggestions/suggestions.tsx';
import { Sums } from './sums.tsx';
import { TransactionTable } from './table.tsx';
import { useChoice } from './use-choice.ts';
import { useShown } from './use-rows.ts';
import { useSelection } from './use-selection.ts';

/** The mirror, searched and filtered. */
export function TransactionsPage() {
  const { account } = useAccount();
  const text = useTexts().transactions;
  const format = useFormat();
  const now = useNow();
  const choosing = useChoice();
  const { data: workbook } = useAnswer('workbook.get', { accountId: account.id });
  const { shown, isBehind, failure, again } = useShown(account.id, choosing.choice);
  const selection = useSelection();
  const carrier = useCarrier();
  const printing = usePrinting<TransactionView>({
    ready: shown === null || shown.rows.length < shown.total ? null : shown,
    load: () => loadAll(carrier, account.id, shown?.choice ?? choosing.choice),
  });
  const { open, show } = choosing;
  const showOne = useCallback((transaction: OpenTransaction) => show(transaction), [show]);
  const { order, ...filter } = choosing.choice;
  const isFiltered = Object.keys(filter).length > 0;
  const unreadable = workbook?.notes.filter(({ sheet, row }) => sheet === 'transactions' && row !== null).length ?? 0;

  function content() {
    if (failure !== null && shown === null) return <ErrorState failure={failure} again={again} />;
    if (shown === null) return <LoadingState height={480} />;
    if (shown.total > 0) {
      return (
        <TransactionTable
          key={JSON.stringify(shown.choice)}
          accountId={account.id}
          choice={shown.choice}
          total={shown.total}
          isBehind={isBehind}
          order={readOrder(order)}
          setOrder={(wanted) => choosing.choose({ order: wanted })}
          open={open}
          selection={selection}
          sheetUrl={workbook?.transactions?.url ?? null}
          show={showOne}
        />
      );
    }
    if (isFiltered)
      return (
        <EmptyState
          action={
            <Button variant="default" onClick={choosing.clear}>
              {text.clear}
            </Button>
          }
        >
          {text.noMatch}
        </EmptyState>
      );
    if (workbook === null)
      return (
        <EmptyState
          action={
            <Button component={Link} href="/workbook">
              {text.toWorkbook}
            </Button>
          }
        >
          {text.noWorkbook}
        </EmptyState>
      );
    return (
      <EmptyState
        action={
          <Button component={Link} href="/connections">
            {text.connect}
          </Button>
        }
      >
        {text.none}
      </EmptyState>
    );
  }

  const asOf = shown?.asOf == null ? [] : [text.asOf({ when: format.relative(shown.asOf, now) })];
  return (
    <>
      <PageTitle title={text.title} about={text.about}>
        <Button component={Link} href="/recurring" variant="default" leftSection={<IconRepeat size={16} aria-hidden />}>
          {text.recurring}
        </Button>
        {shown !== null && shown.total > 0 && <PrintButton printing={printing} />}
      </PageTitle>
      {printing.failure !== null && <ErrorState failure={printing.failure} again={printing.print} />}
      {shown !== null && shown.total > 0 && (
        <PrintedTransactions accountId={account.id} {...shown} printed={printing.printed} />
      )}
      {(isFiltered || shown?.total !== 0) && <Filters accountId={account.id} choosing={choosing} />}
      <Group gap="xs" mb="xs" mih={26} data-print="never">
        <Text size="sm" c="dimmed" role="status">
          {shown !== null && shown.total > 0 && [text.counts({ count: shown.total }), ...asOf].join(', ')}
        </Text>
        {isFiltered && shown !== null && <Sums sums={shown.sums} />}
        {isFiltered && shown !== null && shown.total > 0 && (
          <Button variant="light" size="compact-sm" onClick={choosing.clear}>
            {text.clear}
          </Button>
        )}
        {shown !== null && <Suggestions accountId={account.id} />}
        {unreadable > 0 && (
          <Text size="sm" ms="auto">
            {text.unreadable({ count: unreadable })}{' '}
            <Anchor component={Link} href="/workbook">
              {text.seeUnreadable}
            </Anchor>
          </Text>
        )}
      </Group>
      {shown !== null && (
        <SelectionBar
          key={account.id}
          accountId={account.id}
          selection={selection}
          choice={shown.choice}
          total={shown.total}
        />
      )}
      {content()}
      <Details accountId={account.id} open={open} place={workbook ?? null} close={() => show(null)} />
    </>
  );
}
