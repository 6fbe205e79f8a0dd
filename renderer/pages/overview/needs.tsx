import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { StatusNote } from '../../../src/contract/control/service.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useSourceKind } from '../../parts/kinds/use-kinds.ts';
import { MessageText, SolveLink } from '../../parts/message-text.tsx';
import { LoadingState } from '../../parts/states.tsx';

const PLACES = {
  workbook: 'workbook',
  connection: 'connections',
  run: null,
  plan: null,
  database: null,
  balance: 'bankAccounts',
  webhook: 'webhooks',
} as const;

export function Needs({
  notes,
  lastRunId,
}: {
  readonly notes: readonly StatusNote[];
  readonly lastRunId: string | null;
}) {
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
