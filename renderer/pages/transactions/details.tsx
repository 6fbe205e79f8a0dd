import { Badge, CloseButton, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { TransactionDetails } from '../../../src/contract/control/transactions.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { VIEW_FIELDS } from '../../../src/contract/transaction-view.ts';
import { useTexts } from '../../base/words.tsx';
import { type Fact, Facts as NamedFacts, LoadingState } from '../../parts/layout.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
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

export function Details({ open, workbook, change, close }: DetailsProps) {
  const { transactions: text, parts: partText } = useTexts();
  const { data: details, error, refetch } = useAccountAnswer('transaction.get', { ...open });
  useWindowEvent('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented && document.querySelector('[role="dialog"]') === null) close();
  });
  return (
    <aside className={classes['panel']} aria-label={text.details} data-print="never">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2}>{text.details}</Title>
        <CloseButton aria-label={partText.close} onClick={close} />
      </Group>
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
            set={(category) => change.set([details.transaction], category)}
          />
          <MatchingRules details={details} />
          <MakeRule from={details.transaction} style={{ alignSelf: 'flex-start' }} />
          <PlaceInSheet row={details.transaction.row} workbook={workbook} />
          <details>
            <summary>{text.more}</summary>
            <Facts details={details} />
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
  const { day, description, amount, currency } = transaction;
  const changed = origin?.changed ?? { description: null, amount: null, category: null };
  const wrote = (value: string) => (
    <Text span size="xs" c="dimmed">
      {text.wrote({ value: value === '' ? null : value })}
    </Text>
  );
  return (
    <div>
      <Text size="xl" fw={600}>
        {amount === '' ? '–' : format.money(amount, currency)}
      </Text>
      {changed.amount !== null && wrote(format.money(changed.amount, currency))}
      <Text style={{ overflowWrap: 'anywhere' }}>{description}</Text>
      {changed.description !== null && wrote(changed.description)}
      <Muted>{format.day(day)}</Muted>
      {origin?.status === 'pending' && (
        <Badge variant="light" color="orange" mt={4}>
          {text.pending}
        </Badge>
      )}
      {changed.category !== null && wrote(changed.category)}
    </div>
  );
}

function Facts({ details: { transaction, origin } }: { readonly details: TransactionDetails }) {
  const { transactions: text, column: columns, run: runText, format } = useTexts();
  const { day, dateText, id, dateAdded } = transaction;
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
          // Two rules may be equal to the letter.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <RuleWords rule={rule} currency={currency} />
            <Badge variant="light" color={place === 0 ? 'teal' : 'gray'} mt={4}>
              {place === 0 ? wins : text.alsoFits}
            </Badge>
          </li>
        ))}
      </Stack>
      {rules.length > 0 && wins === text.wouldWin && <Muted mt="xs">{text.keeps}</Muted>}
    </section>
  );
}

function PlaceInSheet({ row, workbook }: { readonly row: number; readonly workbook: WorkbookView | null }) {
  const { transactions: text, pageNames, format } = useTexts();
  if (workbook?.transactions == null) return null;
  const { transactions } = workbook;
  return (
    <section>
      <Title order={3} mb={4}>
        {pageNames.workbook}
      </Title>
      {transactions.url !== null ? (
        <SiteButton href={rowUrl(transactions.url, row)}>{text.openRow({ row: format.number(row) })}</SiteButton>
      ) : (
        <>
          <Text size="sm">
            {text.find({ cell: format.number(row), sheet: transactions.name })} <Code>{`A${row}`}</Code>
          </Text>
          <OpenWorkbook workbook={workbook} mt="xs" />
        </>
      )}
    </section>
  );
}
