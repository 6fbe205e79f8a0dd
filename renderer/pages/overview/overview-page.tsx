import { Alert, Anchor, Badge, Button, Group, Stack, Table } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AccountStatus, StatusView, StatusNote } from '../../../src/contract/control/service.ts';
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
import { StatusCard } from './status-card.tsx';
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
  return (
    <Stack gap="lg">
      <WhileInDemo />
      <PossibleDuplicates accountId={status.id} />
      <OpenProposals accountId={status.id} />
      <StatusCard status={status} />
      {status.notes.length > 0 && <Needs notes={status.notes} lastRunId={status.lastRun?.id ?? null} />}
      {accounts.length > 1 && <Profiles accounts={accounts} />}
      <Money accountId={status.id} />
    </Stack>
  );
}

/** Changes that an agent proposed and that wait for an answer. */
function OpenProposals({ accountId }: { readonly accountId: string }) {
  const text = useTexts().proposals;
  const { data: proposals = [] } = useAnswer('proposal.list', { accountId });
  const count = proposals.filter(({ state }) => state === 'open').length;
  if (count === 0) return null;
  return (
    <Alert color="orange" icon={<IconRobot aria-hidden />} title={text.open({ count })}>
      <Anchor component={Link} href="/activity" size="sm">
        {text.review}
      </Anchor>
    </Alert>
  );
}

/** The health of every profile, if there are several. The other cards show the selected one. */
function Profiles({ accounts }: { readonly accounts: readonly AccountStatus[] }) {
  const text = useTexts().overview;
  const format = useFormat();
  const now = useNow();
  const { account: chosen, choose } = useAccount();
  return (
    <Card title={text.profiles}>
      <Table.ScrollContainer minWidth={480}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.profile}</Table.Th>
              <Table.Th>{text.state}</Table.Th>
              <Table.Th>{text.lastRun}</Table.Th>
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
                  {lastRun === null
                    ? text.noRun
                    : lastRun.finishedAt !== null && format.relative(lastRun.finishedAt, now)}
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
  balance: 'accounts',
  webhook: 'api',
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

// Lazy: most visits do not need the forms of all kinds, which this module imports.
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
