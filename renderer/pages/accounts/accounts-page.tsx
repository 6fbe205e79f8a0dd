import { Box, Card as MantineCard, Paper, SimpleGrid, Stack, Text, Title, ThemeIcon, Group } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { BalanceTotal, BalanceView, BankAccountView } from '../../../src/contract/control/balances.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccount, useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, PageTitle, EmptyState, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { useLocalize } from '../../parts/message-text.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { FollowRun, useRun } from '../../parts/follow-run.tsx';
import { useAgo } from '../../parts/use-now.ts';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { Differences } from './differences.tsx';
import { TrendChange, TrendLine } from './trend-line.tsx';
import { Muted, PageButton, PageLink } from '../../parts/links.tsx';
import { IconAlertTriangle, IconCheck, IconHelp } from '@tabler/icons-react';
import { Confirm } from '../../parts/dialogs.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';

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
              {data.balances
                .toSorted((a, b) => Number(hasDifference(b)) - Number(hasDifference(a)))
                .map((balance) => (
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

const hasDifference = ({ proof }: BalanceView): boolean => proof.state === 'differs';

function Totals({ totals }: { readonly totals: readonly BalanceTotal[] }) {
  const { overview, format } = useTexts();
  if (totals.reduce((sum, { accounts }) => sum + accounts, 0) < 2) return null;
  return (
    <div>
      <Muted>{overview.netWorth}</Muted>
      <Text fz="1.375rem" lh={1.35} fw={600}>
        {totals.map(({ currency, amount }) => format.money(amount, currency)).join(' · ')}
      </Text>
    </div>
  );
}

interface BankAccountProps {
  readonly balance: BalanceView;
  readonly known: readonly BankAccountView[];
}

function BankAccount({ balance, known }: BankAccountProps) {
  const { accounts: text, format } = useTexts();
  const ago = useAgo();
  const { name, bankAccountId, proof, connections, lastSyncedAt } = balance;
  const id = useId();
  const from = connections.length === 0 ? text.fromFiles : format.list(connections.map((each) => each.name));
  const when = lastSyncedAt === null ? [] : [text.synced({ when: ago(lastSyncedAt) })];
  // The action is here, because the component with the button unmounts once the row is restored.
  const restore = useAccountAction('deleted.restore');
  return (
    <MantineCard component="section" aria-labelledby={id} withBorder padding="lg">
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <Group justify="space-between" align="flex-start" gap="sm" flex={1}>
          <Box flex="1 1 12rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Title order={2} id={id}>
              <PageLink to={transactionsAddress({ bankAccountId })} inherit>
                {name}
              </PageLink>
            </Title>
            <Muted>{[from, ...when].join(' · ')}</Muted>
          </Box>
          <CurrentBalance balance={balance} />
        </Group>
        <SameAccount balance={balance} known={known} />
      </Group>
      <Proof balance={balance} />
      <TrendLine {...balance} isWide />
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

function CurrentBalance({ balance: { latest, available, currency, proof, trend } }: { readonly balance: BalanceView }) {
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
          {!(proof.state === 'proven' && proof.until === latest.day) && (
            <Muted>{text.onDay({ day: latest.day })}</Muted>
          )}
        </>
      )}
      <TrendChange trend={trend} currency={currency} />
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
    <Group gap="xs" align="flex-start" wrap="nowrap" mt="xs">
      <ThemeIcon color={color} size={22} radius="xl" variant="light" aria-hidden>
        <Sign size={16} />
      </ThemeIcon>
      <div>
        <Text fw={proof.state === 'proven' ? 400 : 600} style={{ textWrap: 'balance' }}>
          {title}
        </Text>
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
  const text = useTexts().accounts;
  const join = useRun('balance.join');
  const [chosen, choose] = useState<BankAccountView | null>(null);
  const close = () => choose(null);
  const others = known.filter(({ id }) => id !== bankAccountId);
  if (others.length === 0) return null;
  return (
    <>
      <RowMenu
        name={name}
        isCollapsed
        actions={others.map((other) => ({ label: text.same(other), act: () => choose(other) }))}
      />
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
