import { Alert, Group, Stack } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import type { StatusNote } from '../../../src/contract/control/service.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.tsx';
import { useAccount, useAccountAnswer } from '../../parts/account-context.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { PageTitle, LoadingState } from '../../parts/layout.tsx';
import { PossibleDuplicates } from '../../parts/possible-duplicates.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { Money } from './money.tsx';
import { StatusCard } from './status-card.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { MessageText, SolveLink } from '../../parts/message-text.tsx';

export function OverviewPage() {
  const { account } = useAccount();
  const { data: service, error, refetch } = useAnswer('service.status', {});
  const { data: workbook } = useAccountAnswer('workbook.get');
  const status = service?.accounts.find(({ id }) => id === account.id);
  return (
    <>
      <PageTitle title={account.name}>{workbook != null && <OpenWorkbook workbook={workbook} />}</PageTitle>
      {status === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Stack gap="lg">
          <WhileInDemo />
          <PossibleDuplicates accountId={status.id} />
          <OpenProposals />
          <StatusCard status={status}>
            {status.notes.length > 0 && <Needs notes={status.notes} lastRunId={status.lastRun?.id ?? null} />}
          </StatusCard>
          <Money />
        </Stack>
      )}
    </>
  );
}

function OpenProposals() {
  const text = useTexts().proposals;
  const { data: proposals = [] } = useAccountAnswer('proposal.list');
  const count = proposals.filter(({ state }) => state === 'open').length;
  if (count === 0) return null;
  return (
    <Alert color="orange" icon={<IconRobot aria-hidden />} title={text.open({ count })}>
      <PageLink to="/activity">{text.review}</PageLink>
    </Alert>
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
  const needsText = useTexts().overviewNeeds;
  return (
    <Stack component="ul" gap="md">
      {withoutEchoes(notes).map((note) => (
        <li key={`${note.about} ${note.message}`}>
          <Note note={note} />
          <Group gap="xs">
            <SolveLink code={note.code} otherwise={note.renewable === undefined ? PLACES[note.about] : 'connections'} />
            {note.about === 'run' && lastRunId !== null && (
              <PageButton to={`/activity/${lastRunId}`} size="compact-sm" variant="light" mt={6}>
                {needsText.seeRun}
              </PageButton>
            )}
          </Group>
        </li>
      ))}
    </Stack>
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
