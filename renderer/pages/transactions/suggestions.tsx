import { Anchor, Button, Checkbox, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBulb } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SuggestionList } from '../../../src/contract/control/suggestions.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { useRun } from '../../parts/use-run.ts';
import classes from './transactions.module.css';

/** Hidden if there are no suggestions. */
export function Suggestions({ accountId }: { readonly accountId: string }) {
  const text = useTexts().transactions.suggestions;
  const [isOpen, { open, close }] = useDisclosure();
  const { data: list, error, refetch } = useAnswer('suggestion.list', { accountId });
  const count = list?.count ?? 0;
  return (
    <>
      {(count > 0 || isOpen) && (
        <Button variant="light" size="compact-sm" leftSection={<IconBulb size={16} aria-hidden />} onClick={open}>
          {text.open({ count })}
        </Button>
      )}
      <Dialog title={text.title} isOpen={isOpen} close={close} size="xl">
        {isOpen &&
          (list === undefined ? (
            <LoadingState height={200} failure={error} retry={refetch} />
          ) : (
            <SuggestionTable accountId={accountId} list={list} close={close} />
          ))}
      </Dialog>
    </>
  );
}

type Suggested = SuggestionList['rows'][number];

/** Suggestions with their reasons. All that stay ticked are written together. */
function SuggestionTable({
  accountId,
  list,
  close,
}: {
  readonly accountId: string;
  readonly list: SuggestionList;
  readonly close: () => void;
}) {
  const text = useTexts().transactions.suggestions;
  const partText = useTexts().parts;
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set());
  const accept = useRun('suggestion.accept');
  const suggestedRows = list.rows;
  const tickedRows = suggestedRows.filter((row) => !declined.has(keyOf(row)));
  const isMixed = tickedRows.length > 0 && tickedRows.length < suggestedRows.length;

  function toggle(row: Suggested): void {
    const next = new Set(declined);
    if (!next.delete(keyOf(row))) next.add(keyOf(row));
    setDeclined(next);
  }
  const toggleAll = (): void =>
    setDeclined(tickedRows.length === suggestedRows.length ? new Set(suggestedRows.map(keyOf)) : new Set());
  const begin = (rows: readonly Suggested[]): void =>
    accept.begin({
      accountId,
      rows: rows.map(({ id, row, suggestion }) => ({ id, row, category: suggestion.category })),
    });

  return (
    <Stack gap="md">
      <Text size="sm">{suggestedRows.length === 0 ? text.none({ count: list.uncategorised }) : text.about}</Text>
      <Group gap="xs" role="status">
        {accept.run !== null && (
          <>
            <Text size="sm">
              {text.accepted({ count: accept.run.counts.updated })}{' '}
              {accept.run.counts.kept > 0 && text.kept({ count: accept.run.counts.kept })}
            </Text>
            <Anchor component={Link} href={`/activity/${accept.run.id}`} size="sm">
              {text.undoIn}
            </Anchor>
          </>
        )}
      </Group>
      {suggestedRows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
        <div className={classes['suggestions']} tabIndex={0} role="region" aria-label={text.table}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  <Checkbox
                    aria-label={text.all}
                    checked={tickedRows.length === suggestedRows.length}
                    indeterminate={isMixed}
                    onChange={toggleAll}
                  />
                </Table.Th>
                <Table.Th>{text.date}</Table.Th>
                <Table.Th>{text.text}</Table.Th>
                <Table.Th className={classes['suggestionAmount']}>{text.amount}</Table.Th>
                <Table.Th>{text.category}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>{text.accept}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {suggestedRows.map((row) => (
                <Line
                  key={keyOf(row)}
                  row={row}
                  isChosen={!declined.has(keyOf(row))}
                  toggle={() => toggle(row)}
                  accept={() => begin([row])}
                  isPending={accept.isPending}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {list.count > suggestedRows.length && (
        <Text size="sm" c="dimmed">
          {text.more({ count: list.count - suggestedRows.length })}
        </Text>
      )}
      {accept.failure !== null && <ErrorState failure={accept.failure} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close} data-autofocus>
          {partText.close}
        </Button>
        {suggestedRows.length > 0 && (
          <Button loading={accept.isPending} disabled={tickedRows.length === 0} onClick={() => begin(tickedRows)}>
            {text.acceptAll({ count: tickedRows.length })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Line({
  row: { day, description, amount, currency, suggestion },
  isChosen,
  toggle,
  accept,
  isPending,
}: {
  readonly row: Suggested;
  readonly isChosen: boolean;
  readonly toggle: () => void;
  readonly accept: () => void;
  readonly isPending: boolean;
}) {
  const text = useTexts().transactions.suggestions;
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox aria-label={text.choose({ description })} checked={isChosen} onChange={toggle} />
      </Table.Td>
      <Table.Td className={classes['suggestionDate']}>{format.day(day)}</Table.Td>
      <Table.Td className={classes['text']}>{description}</Table.Td>
      <Table.Td className={classes['suggestionAmount']}>{format.money(amount, currency)}</Table.Td>
      <Table.Td className={classes['text']}>
        <Text size="sm">{suggestion.category}</Text>
        <Text size="xs" c="dimmed">
          {text.reason(suggestion)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Button
          variant="default"
          size="compact-sm"
          disabled={isPending}
          aria-label={text.acceptOne({ description, category: suggestion.category })}
          onClick={accept}
        >
          {text.accept}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** Ids may repeat in a sheet. */
function keyOf({ id, row }: Suggested): string {
  return `${id} ${row}`;
}
