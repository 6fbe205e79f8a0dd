import { Badge, CloseButton, Code, Stack, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Fragment, useEffect } from 'react';
import type { TransactionDetails } from '../../../src/contract/control/transactions.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { VIEW_FIELDS } from '../../../src/contract/transaction-view.ts';
import { useTexts } from '../../base/words.tsx';
import { type Fact, Facts as NamedFacts, LoadingState } from '../../parts/layout.tsx';
import type { OpenTransaction } from '../../parts/transactions-address.ts';
import { MakeRule } from '../rules/rule-dialog.tsx';
import { RuleWords } from '../rules/rule-words.tsx';
import { type CategoryChange, CategoryInput } from './category-input.tsx';
import { rowUrl } from './row.tsx';
import { Muted, PageLink, SiteButton } from '../../parts/links.tsx';
import classes from './transactions.module.css';
import { useAccountAnswer } from '../../parts/account-context.tsx';

interface DetailsProps {
  readonly open: OpenTransaction;
  readonly workbook: WorkbookView | null;
  readonly change: CategoryChange;
  readonly close: () => void;
}

const BUTTON = { alignSelf: 'flex-start' };

export function Details({ open, workbook, change, close }: DetailsProps) {
  const { transactions: text, parts: partText, format } = useTexts();
  const { data: details, error, refetch } = useAccountAnswer('transaction.get', { ...open });
  // Scrolls to the row, which the panel would otherwise cover on a phone.
  useEffect(() => {
    document.querySelector('[role="row"][aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  useWindowEvent('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && document.querySelector('[role="dialog"]') === null) close();
  });
  return (
    <aside className={classes['panel']} aria-label={text.details} data-print="never">
      <CloseButton className={classes['close'] ?? ''} aria-label={partText.close} onClick={close} />
      {details === undefined && <LoadingState failure={error} retry={refetch} />}
      {details === null && <Text>{text.gone}</Text>}
      {details != null && (
        <Stack gap="lg">
          <Payment details={details} />
          <CategoryInput
            key={`${open.id} ${open.row ?? ''} ${details.transaction.category}`}
            start={details.transaction.category}
            categorized={details.transaction.category === '' ? 0 : 1}
            isPending={change.work.isPending}
            isSingle
            set={(category) => change.set([details.transaction], category)}
          />
          <MatchingRules details={details} />
          <MakeRule from={details.transaction} variant="default" style={BUTTON} />
          {workbook?.transactions?.url != null && (
            <SiteButton href={rowUrl(workbook.transactions.url, details.transaction.row)} style={BUTTON}>
              {text.openRow({ row: format.number(details.transaction.row) })}
            </SiteButton>
          )}
          <details>
            <summary>{text.more}</summary>
            <Facts {...details} sheet={workbook?.transactions?.name ?? null} />
          </details>
        </Stack>
      )}
    </aside>
  );
}

const PLAIN = VIEW_FIELDS.filter(
  ({ type, column }) => type === 'code' || (type === 'text' && column !== 'description' && column !== 'category'),
);

function Payment({ details: { transaction, origin } }: { readonly details: TransactionDetails }) {
  const { transactions: text, format } = useTexts();
  const { day, description, amount, currency, account, bankAccountId } = transaction;
  const changed = origin?.changed ?? { description: null, amount: null, category: null };
  const wrote = (value: string) => (
    <Text span size="xs" c="dimmed">
      {text.wrote({ value: value === '' ? null : value })}
    </Text>
  );
  return (
    <div>
      <Text component="h2" size="xl" fw={600}>
        {amount === '' ? '–' : format.money(amount, currency)}
      </Text>
      {changed.amount !== null && wrote(format.money(changed.amount, currency))}
      <Text style={{ overflowWrap: 'anywhere' }}>{description}</Text>
      {changed.description !== null && wrote(changed.description)}
      <Muted>{[format.day(day), account || bankAccountId].filter(Boolean).join(' · ')}</Muted>
      {origin?.status === 'pending' && (
        <Badge variant="light" color="orange" mt={4}>
          {text.pending}
        </Badge>
      )}
      {changed.category !== null && wrote(changed.category)}
    </div>
  );
}

function Facts({ transaction, origin, sheet }: TransactionDetails & { readonly sheet: string | null }) {
  const { transactions: text, column: columns, run: runText, pageNames, format } = useTexts();
  const { row, day, dateText, id, dateAdded } = transaction;
  const run = origin?.run;
  return (
    <NamedFacts
      facts={[
        dateText !== day && [text.sheetDate, dateText],
        ...PLAIN.filter(({ key }) => transaction[key] !== '').map(({ column, key }): Fact => [
          columns[column],
          transaction[key],
        ]),
        [columns.transactionId, id],
        [columns.dateAdded, format.moment(dateAdded)],
        sheet !== null && [
          pageNames.workbook,
          <Fragment key="place">
            {text.find({ cell: format.number(row), sheet })} <Code>{`A${row}`}</Code>
          </Fragment>,
        ],
        [text.by, origin === null ? text.typed : (origin.connection?.name ?? text.removedConnection)],
        run != null && [
          columns.run,
          <PageLink key="run" to={`/activity/${run.id}`}>
            {runText.title[run.trigger]({ what: runText.kind[run.kind] })}
          </PageLink>,
        ],
      ]}
    />
  );
}

function MatchingRules({ details: { transaction, rules } }: { readonly details: TransactionDetails }) {
  const text = useTexts().transactions;
  const { amount, currency, category } = transaction;
  const wins = category === '' || category === rules[0]?.category ? text.wins : text.wouldWin;
  return (
    <section>
      <Title order={3} mb={4}>
        {text.rules}
      </Title>
      {rules.length === 0 && <Text size="sm">{amount === '' ? text.rulesNoAmount : text.rulesNone}</Text>}
      <Stack component="ol" gap="sm">
        {rules.map((rule, place) => (
          // Two rules may be identical.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <RuleWords rule={rule} currency={currency} />
            <Muted>{place === 0 ? wins : text.alsoFits}</Muted>
          </li>
        ))}
      </Stack>
      {rules.length > 0 && wins === text.wouldWin && <Muted mt="xs">{text.keeps}</Muted>}
    </section>
  );
}
