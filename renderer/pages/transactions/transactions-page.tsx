import { Flex, Group, Text } from '@mantine/core';
import { IconBulb, IconCalendarRepeat, IconTags, IconX } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import type { CurrencySum } from '../../../src/contract/control/transactions.ts';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import { useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../base/control/use-control.tsx';
import { useAccount, useAccountAnswer } from '../../parts/account-context.tsx';
import { Facts, PageTitle, EmptyState, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { Paper, PrintButton, type Printing, usePrinting } from '../../parts/print.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { type OpenTransaction, readOrder, type TransactionChoice } from '../../parts/transactions-address.ts';
import { CategoryOutcome, useCategoryChange } from './category-input.tsx';
import { Details } from './details.tsx';
import { Filters, useChoice } from './filters.tsx';
import { loadAll } from './load-all.ts';
import { PayeesDialog } from './payees.tsx';
import { SuggestionsDialog } from './suggestions.tsx';
import { SelectionBar, useSelection } from './selection-bar.tsx';
import { TransactionTable } from './table.tsx';
import { PageButton, Button, PageLink, Muted } from '../../parts/links.tsx';
import { useIsNarrow } from '../../parts/use-is-narrow.ts';
import { useShown } from './use-rows.ts';
import classes from './transactions.module.css';

export function TransactionsPage() {
  const { account } = useAccount();
  const { transactions: text, workbook: workbookText, connections, pageNames, problemPlaces, parts } = useTexts();
  const isNarrow = useIsNarrow();
  const choosing = useChoice();
  const { data: workbook } = useAccountAnswer('workbook.get');
  const { shown, isBehind, failure, retry } = useShown(choosing.choice);
  const selection = useSelection();
  const change = useCategoryChange();
  const carrier = useCarrier();
  const printing = usePrinting(shown === null || shown.rows.length < shown.total ? null : shown, () =>
    loadAll(carrier, account.id, shown?.choice ?? choosing.choice),
  );
  const { open, show } = choosing;
  const showOne = useCallback((transaction: OpenTransaction) => show(transaction), [show]);
  const closeDetails = (): void => {
    show(null);
    document.querySelector<HTMLElement>('[role="grid"]')?.focus();
  };
  const { order, ...filter } = choosing.choice;
  const isFiltered = Object.keys(filter).length > 0;
  const unreadable = workbook?.notes.filter(({ sheet, row }) => sheet === 'transactions' && row !== null).length ?? 0;

  const chosen = useChosen(filter).map(([, value]) => value);
  const clear = (
    <Button
      variant="light"
      size="compact-sm"
      rightSection={isNarrow && <IconX size={14} role="img" aria-label={text.clear} />}
      onClick={choosing.clear}
    >
      {isNarrow ? chosen.join(' · ') : text.clear}
    </Button>
  );

  function content() {
    if (failure !== null && shown === null) return <ErrorState failure={failure} retry={retry} />;
    if (shown === null) return <LoadingState height={480} />;
    if (shown.total > 0) {
      return (
        <TransactionTable
          key={JSON.stringify(shown.choice)}
          choice={shown.choice}
          total={shown.total}
          isBehind={isBehind}
          order={readOrder(order)}
          setOrder={(wanted) => choosing.choose({ order: wanted })}
          open={open}
          selection={selection}
          setCategory={(transaction, category) => change.set([transaction], category)}
          sheetUrl={workbook?.transactions?.url ?? null}
          show={showOne}
        />
      );
    }
    if (isFiltered) return <EmptyState action={clear}>{parts.noMatch}</EmptyState>;
    if (workbook === null)
      return (
        <EmptyState action={<PageButton to="/workbook">{problemPlaces.go.chooseWorkbook}</PageButton>}>
          {workbookText.none}
        </EmptyState>
      );
    return <EmptyState action={<PageButton to="/connections">{connections.add}</PageButton>}>{text.none}</EmptyState>;
  }

  return (
    <>
      <PageTitle title={pageNames.transactions}>
        {shown !== null && <Tasks hasFirst={shown.choice.category === ''} />}
        {shown !== null && shown.total > 0 && !isNarrow && <PrintButton printing={printing} />}
      </PageTitle>
      <ErrorState failure={printing.failure} retry={printing.print} />
      {shown !== null && shown.total > 0 && <PrintedTransactions {...shown} printed={printing.printed} />}
      {(isFiltered || shown?.total !== 0) && <Filters choosing={choosing} />}
      <Group gap="xs" mb="xs" mih={26} data-print="never">
        <Muted role="status">
          {shown !== null && shown.total > 0 && text.counts({ count: shown.total })}
          {shown !== null && <Sums sums={shown.sums} isBrief={isNarrow && !isFiltered} />}
        </Muted>
        {isFiltered && shown !== null && shown.total > 0 && clear}
        {unreadable > 0 && (
          <PageLink to="/workbook" size="sm" ms="auto">
            {text.unreadable({ count: unreadable })}
          </PageLink>
        )}
      </Group>
      {shown !== null && (
        <SelectionBar
          key={account.id}
          selection={selection}
          change={change}
          choice={shown.choice}
          total={shown.total}
        />
      )}
      <CategoryOutcome change={change} />
      <Flex gap="md">
        <div className={classes['list']}>{content()}</div>
        {open !== null && (
          <Details
            key={`${open.id} ${open.row ?? ''}`}
            open={open}
            workbook={workbook ?? null}
            change={change}
            close={closeDetails}
          />
        )}
      </Flex>
    </>
  );
}

/** Shows buttons; on phones a menu, with the first button beside it if `hasFirst` is set. */
function Tasks({ hasFirst }: { readonly hasFirst: boolean }) {
  const { transactions: text, pageNames } = useTexts();
  const isNarrow = useIsNarrow();
  const [, navigate] = useLocation();
  const { data: facets } = useAccountAnswer('transaction.facets');
  const { data: suggestions } = useAccountAnswer('suggestion.list');
  const [opened, setOpened] = useState<'payees' | 'suggestions' | null>(null);
  const [count, close] = [suggestions?.count ?? 0, () => setOpened(null)];
  const tasks = [
    { label: text.payees.open, icon: IconTags, act: () => setOpened('payees'), isOffered: facets?.uncategorised },
    { label: text.suggestions.open({ count }), icon: IconBulb, act: () => setOpened('suggestions'), isOffered: count },
  ].filter(({ isOffered = 0 }) => isOffered > 0);
  const shown = isNarrow ? Number(hasFirst) : tasks.length;
  const recurring = { to: '/transactions/recurring', label: pageNames.recurring };
  return (
    <>
      {tasks.slice(0, shown).map(({ label, icon, act }) => (
        <Button key={label} variant="light" icon={icon} onClick={act}>
          {label}
        </Button>
      ))}
      {isNarrow ? (
        <RowMenu
          name={pageNames.transactions}
          isCollapsed
          actions={[...tasks.slice(shown), { label: recurring.label, act: () => navigate(recurring.to) }]}
        />
      ) : (
        <PageButton to={recurring.to} variant="default" icon={IconCalendarRepeat}>
          {recurring.label}
        </PageButton>
      )}
      <PayeesDialog isOpen={opened === 'payees'} close={close} />
      <SuggestionsDialog isOpen={opened === 'suggestions'} close={close} />
    </>
  );
}

type PrintedTransactionsProps = Pick<Printing<TransactionView>, 'printed'> &
  Readonly<{ choice: TransactionChoice; total: number; sums: readonly CurrencySum[] }>;

function PrintedTransactions({ choice, total, sums, printed }: PrintedTransactionsProps) {
  const { transactions: text, print, column, format } = useTexts();
  const facts = useChosen(choice);
  const { date, description, account, category, amount } = column;
  return (
    <Paper<TransactionView>
      printed={printed}
      columns={[date, description, account, category, amount]}
      cells={(row) => [
        format.day(row.day),
        row.description,
        row.account === '' ? row.bankAccountId : row.account,
        row.category,
        row.amount === '' ? '' : format.money(row.amount, row.currency),
      ]}
    >
      {printed !== null && (facts.length > 0 ? <Facts facts={facts} /> : <Text size="sm">{print.all}</Text>)}
      <Text size="sm" mt="xs">
        {text.counts({ count: total })}
        <Sums sums={sums} isBrief={false} />
      </Text>
    </Paper>
  );
}

function useChosen({ search, bankAccountId, category, from, to }: TransactionChoice) {
  const { transactions: text, print, column: columns, overview } = useTexts();
  const { data: facets } = useAccountAnswer('transaction.facets');
  const account = facets?.accounts.find(({ id }) => id === bankAccountId)?.name ?? bankAccountId;
  return [
    search !== undefined && ([text.search, search] as const),
    account !== undefined && ([columns.account, account] as const),
    category !== undefined && ([columns.category, category === '' ? overview.uncategorized : category] as const),
    (from ?? to) !== undefined && ([text.period, print.days({ from: from ?? null, to: to ?? null })] as const),
  ].filter((fact) => fact !== false);
}

function Sums({ sums, isBrief }: { readonly sums: readonly CurrencySum[]; readonly isBrief: boolean }) {
  const { overview: text, format } = useTexts();
  const transfers = isBrief ? 0 : sums.reduce((count, sum) => count + sum.transfers.count, 0);
  const shown = (amount: string, currency: string): string | null =>
    Number(amount) === 0 ? null : format.money(amount.replace('-', ''), currency);
  const words = sums.map(({ currency, income, spending }) =>
    text.inAndOut({ income: shown(income, currency), spending: shown(spending, currency) }),
  );
  if (transfers > 0) words.push(text.withoutTransfers({ count: transfers }));
  return ['', ...words.filter(Boolean)].join('\u00a0· ');
}
