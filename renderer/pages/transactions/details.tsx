import { Badge, Button, Code, Drawer, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconExternalLink, IconWand } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { TransactionDetails } from '../../../src/contract/control/transactions.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { type TransactionView, VIEW_FIELDS } from '../../../src/contract/transaction-view.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { LoadingState } from '../../parts/states.tsx';
import type { OpenTransaction } from '../../parts/transactions-address.ts';
import { proposePattern } from '../rules/propose-pattern.ts';
import { RuleDialog } from '../rules/rule-dialog.tsx';
import { RuleWords } from '../rules/rule-words.tsx';
import { SetCategory } from './category-input.tsx';
import { rowUrl } from './row.tsx';
import classes from './transactions.module.css';

interface DetailsProps {
  readonly accountId: string;
  readonly open: OpenTransaction | null;
  readonly place: WorkbookView | null;
  readonly close: () => void;
}

export function Details({ accountId, open, place, close }: DetailsProps) {
  const text = useTexts().transactions;
  // Keeps the content while the drawer closes.
  const [last, setLast] = useState(open);
  if (open !== null && open !== last) setLast(open);
  return (
    <Drawer.Root opened={open !== null} onClose={close} position="right" lockScroll={false}>
      <Drawer.Overlay />
      <Drawer.Content>
        {/* The page already has a banner landmark. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{text.details}</Drawer.Title>
          <Drawer.CloseButton aria-label={text.close} />
        </Drawer.Header>
        <Drawer.Body>
          {last !== null && <Content key={`${last.id} ${last.row}`} accountId={accountId} open={last} place={place} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Content({
  accountId,
  open,
  place,
}: {
  readonly accountId: string;
  readonly open: OpenTransaction;
  readonly place: WorkbookView | null;
}) {
  const text = useTexts().transactions;
  const { data: details, error, refetch } = useAnswer('transaction.get', { accountId, ...open });
  if (details === undefined) return <LoadingState failure={error} retry={refetch} />;
  if (details === null) return <Text>{text.gone}</Text>;
  return (
    <Stack gap="lg">
      <Facts details={details} />
      <SetCategory accountId={accountId} transaction={details.transaction} />
      <PlaceInSheet accountId={accountId} row={details.transaction.row} workbook={place} />
      <MatchingRules details={details} />
      <MakeRule accountId={accountId} transaction={details.transaction} />
    </Stack>
  );
}

/** Fields shown as text; the others are drawn individually. */
const PLAIN = VIEW_FIELDS.filter(
  ({ type, column }) => type === 'code' || (type === 'text' && column !== 'description' && column !== 'category'),
);

function Facts({ details: { transaction, origin } }: { readonly details: TransactionDetails }) {
  const text = useTexts().transactions;
  const columns = useTexts().column;
  const runText = useTexts().run;
  const format = useFormat();
  const { day, dateText, description, amount, currency, category, id, dateAdded } = transaction;
  const changed = origin?.changed ?? { description: null, amount: null, category: null };
  return (
    <div>
      <Text size="xl" fw={600} data-figures>
        {amount === '' ? '–' : format.money(amount, currency)}
      </Text>
      {changed.amount !== null && <Wrote>{text.wrote({ value: format.money(changed.amount, currency) })}</Wrote>}
      <Text className={classes['long'] ?? ''}>{description}</Text>
      {changed.description !== null && <Wrote>{text.wrote({ value: changed.description })}</Wrote>}
      {origin?.status === 'pending' && (
        <Badge variant="light" color="orange" mt={4} tt="none">
          {text.pending}
        </Badge>
      )}
      <dl className={classes['list']}>
        <Fact name={text.date}>{format.day(day)}</Fact>
        {dateText !== day && <Fact name={text.sheetDate}>{dateText}</Fact>}
        <Fact name={text.category}>
          <span className={category === '' ? classes['empty'] : undefined}>
            {category === '' ? text.uncategorised : category}
          </span>
          {changed.category !== null && (
            <Wrote>{changed.category === '' ? text.wroteNothing : text.wrote({ value: changed.category })}</Wrote>
          )}
        </Fact>
        {PLAIN.filter(({ key }) => transaction[key] !== '').map(({ column, key }) => (
          <Fact key={key} name={columns[column]}>
            {transaction[key]}
          </Fact>
        ))}
        <Fact name={text.transactionId}>{id}</Fact>
        <Fact name={origin === null ? text.firstSeen : text.added}>{format.moment(dateAdded)}</Fact>
        <Fact name={text.by}>{origin === null ? text.typed : (origin.connection?.name ?? text.removedConnection)}</Fact>
        {origin?.run != null && (
          <Fact name={text.run}>
            {text.runOf({
              run: runText.title[origin.run.trigger](origin.run),
              when: format.moment(origin.run.startedAt),
            })}
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Stack component="dd" gap={0} m={0} fz="sm" className={classes['long'] ?? ''}>
        {children}
      </Stack>
    </div>
  );
}

/** Shown where the user changed a value. */
function Wrote({ children }: { readonly children: ReactNode }) {
  return (
    <Text span size="xs" c="dimmed">
      {children}
    </Text>
  );
}

/** Matching rules, the winning one first. */
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
      <ol className={classes['rules']}>
        {rules.map((rule, place) => (
          // Two rules may be equal to the letter.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <RuleWords rule={rule} currency={currency} />
            <Badge variant="light" color={place === 0 ? 'teal' : 'gray'} tt="none" mt={4}>
              {place === 0 ? wins : text.alsoFits}
            </Badge>
          </li>
        ))}
      </ol>
      {rules.length > 0 && wins === text.wouldWin && (
        <Text size="sm" c="dimmed" mt="xs">
          {text.keeps}
        </Text>
      )}
    </section>
  );
}

/** Opens a rule form with a pattern for similar transactions. */
function MakeRule({
  accountId,
  transaction: { description, category },
}: {
  readonly accountId: string;
  readonly transaction: TransactionView;
}) {
  const text = useTexts().rules;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconWand size={16} aria-hidden />}
        onClick={open}
        style={{ alignSelf: 'flex-start' }}
      >
        {text.make}
      </Button>
      <RuleDialog
        accountId={accountId}
        start={{ description: proposePattern(description), category, minAmount: null, maxAmount: null }}
        editing={null}
        isOpen={isOpen}
        close={close}
      />
    </>
  );
}

/** A link to the row of an online spreadsheet, or the row number of a file. */
function PlaceInSheet({
  accountId,
  row,
  workbook,
}: {
  readonly accountId: string;
  readonly row: number;
  readonly workbook: WorkbookView | null;
}) {
  const text = useTexts().transactions;
  const format = useFormat();
  if (workbook?.transactions == null) return null;
  const { transactions } = workbook;
  return (
    <section>
      <Title order={3} mb={4}>
        {text.inSheet}
      </Title>
      {transactions.url !== null ? (
        <Button
          component="a"
          href={rowUrl(transactions.url, row)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {text.openSheet}
        </Button>
      ) : (
        <>
          <Text size="sm">
            {text.find({ cell: format.number(row), sheet: transactions.name })} <Code>{`A${row}`}</Code>
          </Text>
          <OpenWorkbook accountId={accountId} workbook={workbook} mt="xs" />
        </>
      )}
    </section>
  );
}
