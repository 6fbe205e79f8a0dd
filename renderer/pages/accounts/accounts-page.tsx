import {
  Box,
  Card as MantineCard,
  Flex,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
  ThemeIcon,
  Button,
  Group,
} from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { BalanceTotal, BalanceView, BankAccountView } from '../../../src/contract/control/balances.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccount, useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, PageTitle, EmptyState, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { useLocalize } from '../../parts/message-text.tsx';
import { FollowRun, useRun } from '../../parts/follow-run.tsx';
import { useNow } from '../../parts/use-now.ts';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { Differences } from './differences.tsx';
import { TrendLine } from './trend-line.tsx';
import classes from './accounts.module.css';
import { Muted, PageButton, PageLink } from '../../parts/links.tsx';
import { IconAlertTriangle, IconCheck, IconHelp } from '@tabler/icons-react';
import { Confirm } from '../../parts/dialogs.tsx';
import { ActionMenu } from '../../parts/row-menu.tsx';

export function AccountsPage() {
  const { account } = useAccount();
  const { accounts: text, pageNames, problemPlaces } = useTexts();
  const { data, error, refetch } = useAccountAnswer('balance.list');
  const { data: known = [] } = useAccountAnswer('balance.accounts');
  return (
    <>
      <PageTitle title={pageNames.accounts} />
      <Stack gap="lg">
        <WhileInDemo />
        {data === undefined ? (
          <LoadingState height={480} failure={error} retry={refetch} />
        ) : data.balances.length === 0 ? (
          <Card title={pageNames.accounts}>
            <EmptyState
              icon={MENU_ICONS.accounts}
              action={<PageButton to="/connections">{problemPlaces.goTo({ page: pageNames.connections })}</PageButton>}
            >
              {text.none}
            </EmptyState>
          </Card>
        ) : (
          <>
            <Totals totals={data.totals} />
            <SimpleGrid minColWidth="min(40rem, 100%)" spacing="lg">
              {data.balances.toSorted(compareByProblem).map((balance) => (
                <BankAccount
                  key={`${account.id} ${balance.bankAccountId} ${balance.currency}`}
                  balance={balance}
                  known={known}
                />
              ))}
            </SimpleGrid>
          </>
        )}
      </Stack>
    </>
  );
}

function compareByProblem(a: BalanceView, b: BalanceView): number {
  const rank = ({ proof }: BalanceView): number => (proof.state === 'differs' ? 0 : 1);
  return rank(a) - rank(b);
}

function Totals({ totals }: { readonly totals: readonly BalanceTotal[] }) {
  const { accounts: text, connections, format } = useTexts();
  if (totals.reduce((sum, { accounts }) => sum + accounts, 0) < 2) return null;
  return (
    <Flex component="dl" wrap="wrap" gap="var(--space-4) 3rem" m={0}>
      {totals.map(({ currency, amount, accounts }) => (
        <div key={currency}>
          <Box component="dt" fz="sm" c="dimmed">
            {text.total({ currency: totals.length === 1 ? null : currency })}
          </Box>
          <Box component="dd" m={0}>
            <Text span fz="var(--text-2xl)" lh={1.3} fw={600}>
              {format.money(amount, currency)}
            </Text>
            <Muted>{connections.accounts({ count: accounts })}</Muted>
          </Box>
        </div>
      ))}
    </Flex>
  );
}

interface BankAccountProps {
  readonly balance: BalanceView;
  readonly known: readonly BankAccountView[];
}

function BankAccount({ balance, known }: BankAccountProps) {
  const { accounts: text, format } = useTexts();
  const now = useNow();
  const { name, proof, connections, lastSyncedAt } = balance;
  const id = useId();
  const from = connections.length === 0 ? text.fromFiles : format.list(connections.map((each) => each.name));
  const when = lastSyncedAt === null ? [] : [text.synced({ when: format.relative(lastSyncedAt, now) })];
  // Kept here because restoring a row removes the cause that offered it.
  const restore = useAccountAction('deleted.restore');
  return (
    <MantineCard component="section" aria-labelledby={id} withBorder padding="lg">
      <div className={classes['head']}>
        <div style={{ overflowWrap: 'anywhere' }}>
          <Title order={2} id={id}>
            {name}
          </Title>
          <Muted>{[from, ...when].join(' · ')}</Muted>
        </div>
        <CurrentBalance balance={balance} />
      </div>
      <div className={classes['body']}>
        <div>
          <Proof balance={balance} />
          <SameAccount balance={balance} known={known} />
        </div>
        <TrendLine balance={balance} />
      </div>
      {proof.state === 'differs' && <Differences balance={balance} differences={proof.differences} restore={restore} />}
      <ErrorState failure={restore.error} />
      {restore.data !== undefined && (
        <Paper mt="md" p="md" bg="var(--mantine-color-default-hover)">
          <FollowRun key={restore.data.runId} runId={restore.data.runId} />
        </Paper>
      )}
    </MantineCard>
  );
}

function CurrentBalance({ balance: { latest, available, currency } }: { readonly balance: BalanceView }) {
  const { accounts: text, format } = useTexts();
  const showsAvailable = available !== null && (available.amount !== latest?.amount || available.day !== latest.day);
  return (
    <Box ta={{ base: 'start', sm: 'end' }}>
      {latest === null ? (
        <Text c="dimmed">{text.noBooked}</Text>
      ) : (
        <>
          <Text fz="1.375rem" lh={1.35} fw={600}>
            {format.money(latest.amount, currency)}
          </Text>
          <Muted>{text.onDay({ day: latest.day })}</Muted>
        </>
      )}
      {showsAvailable && (
        <Muted>
          {text.available({
            day: available.day === latest?.day ? null : available.day,
            amount: { amount: available.amount, currency },
          })}
        </Muted>
      )}
    </Box>
  );
}

const SIGNS = {
  proven: ['teal', IconCheck],
  differs: ['orange', IconAlertTriangle],
  unproven: ['gray', IconHelp],
} as const;

function Proof({ balance: { proof, currency } }: { readonly balance: BalanceView }) {
  const { accounts: text, connectionsImport } = useTexts();
  const localize = useLocalize();
  const isAccepted = proof.state === 'differs' && proof.differences.every(({ accepted }) => accepted !== null);
  const [color, Sign] = isAccepted ? (['gray', IconCheck] as const) : SIGNS[proof.state];
  const sum = (amount: string) => ({ amount: amount.replace('-', ''), currency });
  const verdict = (): readonly [title: string, about: ReactNode] => {
    if (proof.state === 'proven') return [text.proven({ day: proof.until }), null];
    if (proof.state === 'differs') {
      const direction = proof.by.startsWith('-') ? 'more' : 'other';
      const differs = { sum: sum(proof.by), day: proof.since };
      return [text.differs(differs), text.differsHow({ sum: sum(proof.by), direction })];
    }
    const reason = capitalized(localize({ ...proof, params: { ...proof.params, account: null } }).what);
    const link = proof.reason !== 'waiting' && <PageLink to="/connections">{connectionsImport.title}</PageLink>;
    return [
      capitalized(text.unproven),
      <>
        {reason} {link}
      </>,
    ];
  };
  const [title, about] = verdict();
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <ThemeIcon color={color} size="md" radius="xl" variant="light" aria-hidden>
        <Sign size={16} />
      </ThemeIcon>
      <div>
        <Text fw={600}>{title}</Text>
        {about !== null && <Muted>{about}</Muted>}
        {proof.state !== 'differs' && proof.unsettled !== null && (
          <Muted mt={4}>
            {text.unsettled({
              day: proof.unsettled.day,
              sum: sum(proof.unsettled.by),
              direction: proof.unsettled.by.startsWith('-') ? 'other' : 'more',
            })}
          </Muted>
        )}
      </div>
    </Group>
  );
}

function SameAccount({ balance: { bankAccountId, name }, known }: BankAccountProps) {
  const { accounts: text, parts } = useTexts();
  const join = useRun('balance.join');
  const [chosen, choose] = useState<BankAccountView | null>(null);
  const close = () => choose(null);
  const others = known.filter(({ id }) => id !== bankAccountId);
  if (others.length === 0) return null;
  return (
    <>
      <ActionMenu actions={others.map((other) => ({ label: other.name, act: () => choose(other) }))}>
        <Button variant="default" size="xs" mt="sm" aria-label={parts.named({ label: text.same, name })}>
          {text.same}
        </Button>
      </ActionMenu>
      <Confirm
        title={text.sameQuestion({ name, other: chosen?.name ?? '' })}
        confirmLabel={text.sameJoin}
        isOpen={chosen !== null}
        action={join}
        confirm={() => chosen !== null && join.begin({ bankAccountIds: [bankAccountId, chosen.id] }, close)}
        close={close}
      >
        {text.sameEffect}
      </Confirm>
    </>
  );
}
