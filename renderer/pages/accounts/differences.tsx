import { Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { IconArrowBackUp } from '@tabler/icons-react';
import type {
  BalanceView,
  CandidateRowView,
  CandidateView,
  DifferenceView,
} from '../../../src/contract/control/balances.ts';
import { useTexts } from '../../base/words.tsx';
import { DialogForm, Dialog } from '../../parts/dialogs.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { Muted, PageButton, PageLink, Button } from '../../parts/links.tsx';
import lines from '../../parts/line.module.css';
import { useAccountAction } from '../../parts/account-context.tsx';

type Restore = ReturnType<typeof useAccountAction<'deleted.restore'>>;

interface DifferencesProps {
  readonly balance: BalanceView;
  readonly differences: readonly DifferenceView[];
  readonly restore: Restore;
}

export function Differences({ balance, differences, restore }: DifferencesProps) {
  const text = useTexts().accounts;
  const { currency, bankAccountId } = balance;
  return (
    <Paper component={Stack} gap="md" mt="md" p="md" bg="var(--mantine-color-default-hover)">
      {differences.map((difference) => {
        const { by, since, shownOn, candidates } = difference;
        return (
          <div key={`${since} ${shownOn}`}>
            {differences.length > 1 && (
              <Text component="h3" fw={600} size="sm">
                {text.difference({
                  sum: { amount: by.replace('-', ''), currency },
                  direction: by.startsWith('-') ? 'more' : 'other',
                  since,
                  shownOn,
                })}
              </Text>
            )}
            <Muted>{text.causes({ count: candidates.length })}</Muted>
            {candidates.length === 0 && <RowsOfDays bankAccountId={bankAccountId} from={since} until={shownOn} />}
            <Stack component="ul" gap={0}>
              {candidates.map((candidate, place) => (
                <Cause
                  // oxlint-disable-next-line react/no-array-index-key -- two candidates may have the same text.
                  key={place}
                  candidate={candidate}
                  bankAccountId={bankAccountId}
                  currency={currency}
                  restore={restore}
                />
              ))}
            </Stack>
            <Acceptance bankAccountId={bankAccountId} currency={currency} {...difference} />
          </div>
        );
      })}
    </Paper>
  );
}

function Acceptance({ bankAccountId, currency, shownOn, accepted }: DifferenceView & AccountOfRows) {
  const { accounts: text, column } = useTexts();
  const accept = useAccountAction('balance.accept');
  const [note, setNote] = useState<string | null>(null);
  const save = (value: string | null) =>
    accept.mutate({ bankAccountId, currency, shownOn, note: value }, { onSuccess: () => setNote(null) });
  if (accepted !== null)
    return (
      <Group gap="xs" mt="xs">
        <Text size="sm">
          {text.acceptedOn({ at: accepted.at })} {accepted.note}
        </Text>
        <Button size="compact-sm" variant="subtle" loading={accept.isPending} onClick={() => save(null)}>
          {text.withdraw}
        </Button>
      </Group>
    );
  return (
    <>
      <Button size="compact-sm" variant="subtle" mt="xs" onClick={() => setNote('')}>
        {text.accept}
      </Button>
      <Dialog isOpen={note !== null} title={text.accept} close={() => setNote(null)}>
        <DialogForm submitLabel={text.accept} action={accept} submit={() => save(note)} close={() => setNote(null)}>
          <Text size="sm">{text.acceptAbout}</Text>
          <TextInput
            label={column.note}
            value={note ?? ''}
            maxLength={500}
            data-autofocus
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </DialogForm>
      </Dialog>
    </>
  );
}

type AccountOfRows = Pick<BalanceView, 'bankAccountId' | 'currency'>;

interface CauseProps extends AccountOfRows {
  readonly candidate: CandidateView;
  readonly restore: Restore;
}

function Cause({ candidate, bankAccountId, currency, restore }: CauseProps) {
  const { accounts: text, activity, connectionsImport, parts, problemPlaces, format } = useTexts();
  const { kind, rows, from, until } = candidate;
  const count = rows.length;
  const help = text.helps[kind];
  const rowLine = (row: CandidateRowView) => {
    const { day, amount } = row;
    const what = row.description || parts.noDescription;
    const facts = [day !== null && format.day(day), amount !== null && format.money(amount, currency)].filter(Boolean);
    return (
      <Text size="sm">
        {kind === 'deleted' ? what : <PageLink to={addressOf(row, bankAccountId)}>{what}</PageLink>}
        {facts.length > 0 && (
          <Text span size="sm" c="dimmed">
            {` ${facts.join(' · ')}`}
          </Text>
        )}
      </Text>
    );
  };
  return (
    <li className={lines['line']}>
      <MessageText message={candidate} remedy={typeof help === 'string' ? help : help({ count })} isQuiet />
      {count > 1 && count <= MAX_ROWS && (
        <Stack component="ul" gap={0} mt={4}>
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- ids may repeat in a sheet.
            <li key={place}>{rowLine(row)}</li>
          ))}
        </Stack>
      )}
      <Group gap="xs" mt={6}>
        {kind === 'deleted' && (
          <>
            <Button
              size="compact-sm"
              variant="light"
              icon={IconArrowBackUp}
              loading={restore.isPending}
              onClick={() => restore.mutate({ transactionIds: rows.map(({ transactionId }) => transactionId) })}
            >
              {parts.restore({ count })}
            </Button>
            <PageButton to="/activity/deleted" size="compact-sm" variant="subtle">
              {problemPlaces.goTo({ page: activity.deleted })}
            </PageButton>
          </>
        )}
        {kind !== 'deleted' && rows[0] !== undefined && count === 1 && (
          <PageButton to={addressOf(rows[0], bankAccountId)} size="compact-sm" variant="light">
            {text.viewRow}
          </PageButton>
        )}
        {count > MAX_ROWS && <RowsOfDays bankAccountId={bankAccountId} {...daysOf(rows)} />}
        {(kind === 'missing' || kind === 'missing-statement') && (
          <>
            <PageButton to="/connections" size="compact-sm" variant="light">
              {connectionsImport.title}
            </PageButton>
            {kind === 'missing' && from !== null && until !== null && (
              <RowsOfDays bankAccountId={bankAccountId} from={from} until={until} />
            )}
          </>
        )}
      </Group>
    </li>
  );
}

const MAX_ROWS = 12;

function daysOf(rows: readonly CandidateRowView[]): { readonly from: string; readonly until: string } {
  const days = rows.flatMap(({ day }) => (day === null ? [] : [day])).sort();
  return { from: days[0] ?? '', until: days.at(-1) ?? '' };
}

function RowsOfDays({ bankAccountId, from, until }: Readonly<{ bankAccountId: string; from: string; until: string }>) {
  const text = useTexts().accounts;
  return (
    <PageButton to={transactionsAddress({ bankAccountId, from, to: until })} size="compact-sm" variant="subtle">
      {text.viewRows}
    </PageButton>
  );
}

/** Links to the details of the row in the list of its day. A row without an id has no details, so only the list opens. */
function addressOf({ transactionId, day }: CandidateRowView, bankAccountId: string): string {
  return transactionsAddress(
    { bankAccountId, ...(day === null ? {} : { from: day, to: day }) },
    transactionId === '' ? null : { id: transactionId },
  );
}
