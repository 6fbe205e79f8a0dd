import { Text } from '@mantine/core';
import type { CurrencySum } from '../../../src/contract/control/transactions.ts';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Facts } from '../../parts/facts.tsx';
import { Paper } from '../../parts/print/paper.tsx';
import type { Printing } from '../../parts/print/use-printing.ts';
import type { TransactionChoice } from '../../parts/transactions-address.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { Sums } from './sums.tsx';

interface PrintedTransactionsProps {
  readonly accountId: string;
  readonly choice: TransactionChoice;
  readonly total: number;
  readonly sums: readonly CurrencySum[];
  readonly printed: Printing<TransactionView>['printed'];
}

/** The rows of a filter on paper, below what the filter is and what it comes to. */
export function PrintedTransactions({ accountId, choice, total, sums, printed }: PrintedTransactionsProps) {
  const text = useTexts().transactions;
  const { date, description, account, category, amount } = useTexts().column;
  const format = useFormat();
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
      {printed !== null && <Chosen accountId={accountId} choice={choice} />}
      <Text size="sm" mt="xs">
        {text.counts({ count: total })}
      </Text>
      <Sums sums={sums} />
    </Paper>
  );
}

function Chosen({ accountId, choice }: { readonly accountId: string; readonly choice: TransactionChoice }) {
  const text = useTexts().transactions;
  const print = useTexts().print;
  const { data: facets } = useAnswer('transaction.facets', { accountId });
  const { search, bankAccountId, category, from = null, to = null } = choice;
  const account = facets?.accounts.find(({ id }) => id === bankAccountId)?.name ?? bankAccountId;
  const facts = [
    search !== undefined && ([text.search, search] as const),
    account !== undefined && ([text.account, account] as const),
    category !== undefined && ([text.category, category === '' ? text.uncategorised : category] as const),
    (from !== null || to !== null) && ([text.period, print.days({ from, to })] as const),
  ];
  return facts.some((fact) => fact !== false) ? <Facts facts={facts} /> : <Text size="sm">{print.all}</Text>;
}
