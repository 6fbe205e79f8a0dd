import { Badge, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TransactionDetails } from '../../../../src/contract/control/transactions.ts';
import { VIEW_FIELDS } from '../../../../src/contract/transaction-view.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import classes from './facts.module.css';

/** What is shown as the sheet has it, beside what is drawn in a way of its own. */
const PLAIN = VIEW_FIELDS.filter(
  ({ type, column }) => type === 'code' || (type === 'text' && column !== 'description' && column !== 'category'),
);

/** Every field of the row, and how it came into the sheet. */
export function Facts({ details: { transaction, origin } }: { readonly details: TransactionDetails }) {
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

/** Where a person wrote something else since. */
function Wrote({ children }: { readonly children: ReactNode }) {
  return (
    <Text span size="xs" c="dimmed">
      {children}
    </Text>
  );
}
