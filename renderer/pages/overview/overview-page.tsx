import { Anchor, Badge, Card as MantineCard, Grid, Group, Stack, Table, Text, ThemeIcon, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AccountStatus, BalanceSummary, StatusView, StatusNote } from '../../../src/contract/control/service.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { PossibleDuplicates } from '../../parts/possible-duplicates.tsx';
import { LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { Money } from './money.tsx';
import { Syncing } from './syncing.tsx';
import classes from './overview.module.css';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useSourceKind } from '../../parts/kinds/use-kinds.ts';
import { MessageText, SolveLink } from '../../parts/message-text.tsx';

export function OverviewPage() {
  const { account } = useAccount();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  const { data: workbook } = useAnswer('workbook.get', { accountId: account.id });
  const status = service?.accounts.find(({ id }) => id === account.id);
  return (
    <>
      <PageTitle title={account.name}>
        {workbook != null && <OpenWorkbook accountId={account.id} workbook={workbook} />}
      </PageTitle>
      {service === undefined || status === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <OverviewContent service={service} status={status} />
      )}
    </>
  );
}

function OverviewContent({
  service: { accounts },
  status,
}: {
  readonly service: StatusView;
  readonly status: AccountStatus;
}) {
  const isFine = status.notes.length === 0;
  return (
    <Stack gap="lg">
      <WhileInDemo />
      <PossibleDuplicates accountId={status.id} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, xl: isFine ? 4 : 12 }}>
          <Health status={status} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: isFine ? 12 : 6, xl: isFine ? 8 : 6 }}>
          <Syncing status={status} />
        </Grid.Col>
        {!isFine && (
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Needs notes={status.notes} lastRunId={status.lastRun?.id ?? null} />
          </Grid.Col>
        )}
      </Grid>
      {accounts.length > 1 && <Accounts accounts={accounts} />}
      <Money accountId={status.id} />
    </Stack>
  );
}

function Health({ status }: { readonly status: AccountStatus }) {
  const { health, running, asOf, lastRun, balances } = status;
  const text = useTexts().overview;
  const format = useFormat();
  const now = useNow();
  const [Icon, sentence] =
    health === 'attention'
      ? ([IconAlertTriangle, text.attention] as const)
      : running
        ? ([IconRefresh, text.running] as const)
        : ([IconCheck, text.fine] as const);
  return (
    <MantineCard
      withBorder
      padding="lg"
      role="status"
      className={classes['health'] ?? ''}
      data-state={health === 'attention' ? 'attention' : running ? 'running' : 'fine'}
    >
      <Group gap="md" wrap="nowrap">
        <ThemeIcon size="xl" radius="xl" className={classes['sign'] ?? ''} aria-hidden>
          <Icon size={24} />
        </ThemeIcon>
        <div>
          <Text size="lg" fw={600}>
            {sentence}
            {lastRun === null && !running && health === 'ok' && ` ${text.neverRan}`}
          </Text>
          <Text c="dimmed" size="sm">
            {asOf === null ? text.neverSeen : text.seen({ when: format.relative(asOf, now) })}
          </Text>
          {balances !== null && <AddsUp balances={balances} />}
        </div>
      </Group>
    </MantineCard>
  );
}

/** The day until which rows match the banks' balances. Differences are listed under what needs attention. */
function AddsUp({ balances }: { readonly balances: BalanceSummary }) {
  const text = useTexts().overviewBalances;
  const { provenUntil: day, proven, differing, accounts } = balances;
  const sentence =
    day !== null
      ? proven === accounts
        ? text.addsUp({ day })
        : text.addsUpPartly({ day, proven, accounts })
      : differing === 0
        ? text.notProvable
        : null;
  return (
    <Text size="sm" mt={2}>
      {sentence}{' '}
      <Anchor component={Link} href="/accounts" size="sm">
        {text.toAccounts}
      </Anchor>
    </Text>
  );
}

/** The health of every account, if there are several. The other cards show the selected one. */
function Accounts({ accounts }: { readonly accounts: readonly AccountStatus[] }) {
  const text = useTexts().overview;
  const { counts } = useTexts().run;
  const format = useFormat();
  const now = useNow();
  const { account: chosen, choose } = useAccount();
  return (
    <Card title={text.accounts}>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.account}</Table.Th>
              <Table.Th>{text.state}</Table.Th>
              <Table.Th>{text.lastSync}</Table.Th>
              <Table.Th>{text.nextSync}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map(({ id, name, health, lastRun, nextRunAt, schedule, awaitsConsent }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row">
                  {id === chosen.id ? (
                    name
                  ) : (
                    <Anchor component="button" type="button" inherit onClick={() => choose(id)}>
                      {name}
                    </Anchor>
                  )}
                </Table.Th>
                <Table.Td>
                  <Badge color={health === 'ok' ? 'teal' : 'orange'} variant="light" tt="none" miw="max-content">
                    {health === 'ok' ? text.fineShort : text.attentionShort}
                  </Badge>
                </Table.Td>
                <Table.Td>
                  {lastRun?.finishedAt != null && `${format.relative(lastRun.finishedAt, now)}: `}
                  {lastRun === null ? text.noRun : `${format.number(lastRun.added)} ${counts.added}`}
                </Table.Td>
                <Table.Td>
                  {awaitsConsent
                    ? text.afterReconnect
                    : nextRunAt === null
                      ? schedule === 'paused'
                        ? text.paused
                        : text.noNext
                      : format.relative(nextRunAt, now)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

const PLACES = {
  workbook: 'workbook',
  connection: 'connections',
  run: null,
  plan: null,
  database: null,
  balance: 'bankAccounts',
  webhook: 'webhooks',
} as const;

function Needs({ notes, lastRunId }: { readonly notes: readonly StatusNote[]; readonly lastRunId: string | null }) {
  const text = useTexts().overview;
  const needsText = useTexts().overviewNeeds;
  return (
    <Card title={text.needs}>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {withoutEchoes(notes).map((note) => (
          <li key={`${note.about} ${note.message}`}>
            <Note note={note} />
            <Group gap="xs">
              {note.renewable !== undefined && <Reconnect connectionId={note.renewable} />}
              <SolveLink code={note.code} otherwise={PLACES[note.about]} />
              {note.about === 'run' && lastRunId !== null && (
                <Button component={Link} href={`/activity/${lastRunId}`} size="compact-sm" variant="light" mt={6}>
                  {needsText.seeRun}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </Stack>
    </Card>
  );
}

/** A failed run adds nothing if its reason is already shown. */
function withoutEchoes(notes: readonly StatusNote[]): readonly StatusNote[] {
  return notes.filter(
    ({ about, code }) => about !== 'run' || !notes.some((other) => other.about !== 'run' && other.code === code),
  );
}

/** The service's sentences are formatted for a terminal; these use the same facts in the user's format. */
function Note({ note }: { readonly note: StatusNote }) {
  const { about, connection, lines } = note;
  const text = useTexts().overviewNeeds;
  const format = useFormat();
  if (lines !== null) return <MessageText message={note} sentence={text.lines({ count: lines })} isQuiet />;
  if (connection === null)
    return (
      <MessageText message={note} before={about === 'run' && note.params === undefined ? text.lastRun : ''} isQuiet />
    );
  const { name, problem, lastSuccessAt, nextTryAt } = connection;
  const when = [
    lastSuccessAt === null ? text.neverGood : text.lastGood({ moment: format.moment(lastSuccessAt) }),
    ...(nextTryAt === null ? [] : [text.nextTry({ moment: format.moment(nextTryAt) })]),
  ];
  return <MessageText message={problem} before={`${name}: `} after={when.join(' ')} isQuiet />;
}

// Lazy: it brings the forms of all kinds, which most visits do not need.
const NewAccess = lazy(async () => ({ default: (await import('../connections/new-access.tsx')).NewAccess }));

/** Renews an expiring permission from where the user reads about it. */
function Reconnect({ connectionId }: { readonly connectionId: string }) {
  const text = useTexts().connections;
  const { account } = useAccount();
  const { data: connections } = useAnswer('connection.list', { accountId: account.id });
  const connection = connections?.find(({ id }) => id === connectionId);
  const kind = useSourceKind(connection?.source ?? '');
  const [isOpen, { open, close }] = useDisclosure();
  if (connection === undefined || kind === null) return null;
  const { name } = connection;
  return (
    <>
      <Button size="compact-sm" mt={6} aria-label={text.named({ action: text.newAccess, name })} onClick={open}>
        {text.newAccess}
      </Button>
      <Dialog title={text.newAccessTitle({ name })} isOpen={isOpen} close={close} size="lg">
        <Suspense fallback={<LoadingState height={160} />}>
          <NewAccess connection={connection} kind={kind} close={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
