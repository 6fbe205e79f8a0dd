import type { Command } from 'commander';
import type { TransactionFacets, TransactionPage } from '../../contract/control/transactions.ts';
import { problem } from '../../messages/problem.ts';
import { createError } from '../../platform/errors.ts';
import { addCommand, withAccount } from '../command-action.ts';
import { followRun } from '../follow-run.ts';
import { text } from '../locale.ts';
import type { OpenControl } from '../open-control.ts';
import { day, findNamed, requireRange, wholeNumber } from '../options.ts';
import { answer } from '../output/print.ts';
import { amountColumn, type Column, dayCell, moneyCell, numberColumn, type Screen, table } from '../output/table.ts';
import { withStaleWarning } from '../stale-warning.ts';

interface ListOptions {
  readonly search?: string;
  readonly bankAccount?: string;
  readonly category?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

const MAX_LIMIT = 5000;

export function transactionsCommand(program: Command): void {
  const { transactions: strings, option } = text();
  addCommand(program, 'transactions', strings.about, [
    'pennyrow transactions --search coffee --from 2026-01-01',
    'pennyrow transactions --category "" --limit 500',
    'pennyrow transactions --bank-account Savings --json',
  ])
    .option('--search <text>', strings.search)
    .option('--bank-account <name>', text().option.bankAccount)
    .option('--category <name>', strings.category)
    .option('--from <day>', option.firstDay, day)
    .option('--to <day>', option.lastDay, day)
    .option('--limit <number>', option.limit, wholeNumber(1, MAX_LIMIT), 50)
    .action(
      withAccount<ListOptions>(async (control, accountId, options) => {
        const { search, bankAccount, category, from, to, limit } = options;
        requireRange(from, to);
        const facets =
          bankAccount === undefined && !category ? null : await control.call('transaction.facets', { accountId });
        const page = control.call('transaction.list', {
          accountId,
          limit,
          search,
          from,
          to,
          category: category === undefined ? undefined : findCategory(facets, category),
          bankAccountId: bankAccount === undefined ? undefined : find('other', facets?.accounts ?? [], bankAccount),
        });
        return answer(await withStaleWarning(control, accountId, options, page), pageText);
      }),
    );
}

export function categoryCommands(category: Command): void {
  const { category: strings, column, transactions } = text();
  addCommand(category, 'list', text().option.list, ['pennyrow category list']).action(
    withAccount(async (control, accountId) => {
      const { categories, uncategorised } = await control.call('transaction.facets', { accountId });
      const rows = [...categories, ...(uncategorised === 0 ? [] : [{ name: text().none, count: uncategorised }])];
      const columns: readonly Column<(typeof rows)[number]>[] = [
        { title: column.category, cell: ({ name }) => name },
        numberColumn(text().parts.rows, ({ count }) => String(count)),
      ];
      return answer({ categories, uncategorised }, (screen) => table(screen, columns, rows));
    }),
  );
  addCommand(category, 'set', strings.set, [
    'pennyrow category set Groceries demo-2026-0131',
    'pennyrow category set "" demo-2026-0131 demo-2026-0202',
  ])
    .argument('<category>', strings.name)
    .argument('<transaction-id...>', transactions.ids)
    .action(
      withAccount<object, [string, string[]]>(async (control, accountId, _options, name, ids) => {
        const rows: Awaited<ReturnType<typeof shownRow>>[] = [];
        for (const id of new Set(ids)) rows.push(await shownRow(control, accountId, id));
        return followRun(control, () =>
          control.call('transaction.setCategory', { accountId, category: name.trim() === '' ? null : name, rows }),
        );
      }),
    );
}

async function shownRow(control: OpenControl, accountId: string, id: string) {
  const details = await control.call('transaction.get', { accountId, id });
  if (details === null) throw createError('input_name_unknown', { what: 'transaction', name: id, known: null });
  const { row, category } = details.transaction;
  return { id, row, category };
}

function findCategory(facets: TransactionFacets | null, name: string): string {
  if (name === '') return '';
  return find(
    'category',
    (facets?.categories ?? []).map((each) => ({ id: each.name, name: each.name })),
    name,
  );
}

function find(
  what: 'category' | 'other',
  things: readonly { readonly id: string; readonly name: string }[],
  name: string,
): string {
  const names = things.length === 0 ? null : things.map((each) => each.name);
  const unknown = () => problem('input_name_unknown', { what, name, known: names });
  return findNamed(things, name, { none: unknown, several: unknown }).id;
}

function pageText(screen: Screen, { rows, total, sums }: TransactionPage): string {
  const { column, transactions: strings } = text();
  if (total === 0) return strings.none;
  const list = table(
    screen,
    [
      { title: column.date, cell: ({ day: booked }) => dayCell(booked), whole: true },
      amountColumn(),
      { title: column.description, cell: ({ description }) => description },
      { title: column.category, cell: ({ category }) => category },
      { title: column.account, cell: ({ account }) => account },
      { title: column.transactionId, cell: ({ id }) => id, whole: true },
    ],
    rows,
  );
  return [
    list,
    '',
    ...(rows.length === total ? [] : [strings.more({ shown: rows.length, total })]),
    ...sums.map(({ currency, income, spending, count }) =>
      strings.sum({ income: moneyCell(income, currency), spending: moneyCell(spending, currency), count }),
    ),
  ].join('\n');
}
