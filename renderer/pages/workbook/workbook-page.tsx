import { Alert, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTableOptions } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { DisconnectedView, WorkbookView } from '../../../src/contract/control/workbook.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccount, useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, PageTitle, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { Dialog } from '../../parts/dialogs.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { useWorkbookKinds } from '../../parts/kinds/use-kinds.ts';
import { MessageText } from '../../parts/message-text.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { RowsTable } from '../../parts/rows-table.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import { Columns, Trouble, WorkbookCard, Missing } from './workbook-card.tsx';
import { ConnectedNotice, ConnectWorkbook } from './connect/connect-workbook.tsx';
import { ConsentSteps, useWorkbookConsent } from './connect/consent-steps.tsx';
import { Muted, Button } from '../../parts/links.tsx';

const RECHECK_MS = 5000;

export function WorkbookPage() {
  const { account } = useAccount();
  return <AccountWorkbook key={account.id} />;
}

function AccountWorkbook() {
  const { workbook: text, workbookConnect: connectText, keptWorkbook, pageNames, problemPlaces } = useTexts();
  const kinds = useWorkbookKinds();
  const {
    data: workbook,
    error,
    refetch,
  } = useAccountAnswer(
    'workbook.get',
    {},
    {
      // No event reports that a workbook became unreadable, so check on each visit.
      refetchOnMount: 'always',
      // Another program may have been saving the file, so retry shortly.
      refetchInterval: ({ state: { data } }) =>
        data != null && 'path' in data.place && data.problem !== null && RECHECK_MS,
    },
  );
  const { data: unmapped } = useAccountAnswer('workbook.unmapped');
  // The page keeps the consent, because the answer may arrive after the form has closed.
  const consent = useWorkbookConsent();
  const [isConnecting, { open, close }] = useDisclosure();
  useEffect(() => {
    if (consent.connected !== null) close();
  }, [consent.connected, close]);
  const [left, setLeft] = useState<(DisconnectedView & { readonly kind: string }) | null>(null);
  const providerOf = (kind: string | undefined | null): string => kinds.find(({ id }) => id === kind)?.provider ?? '';
  const whatBecame = ({ kind, permission }: NonNullable<typeof left>): string => {
    const page = kinds.find(({ id }) => id === kind)?.permissions ?? null;
    return keptWorkbook({ permission, provider: providerOf(kind), page });
  };
  const beginsAt = (consent.isUnderWay ? consent.kind : unmapped?.kind) ?? null;
  return (
    <>
      <PageTitle title={pageNames.workbook}>
        {workbook != null && <OpenWorkbook workbook={workbook} isMain />}
      </PageTitle>
      <Stack gap="lg">
        <WhileInDemo />
        {consent.connected !== null && (
          <ConnectedNotice connected={consent.connected} close={() => consent.setConnected(null)} />
        )}
        {left !== null && workbook === null && <Alert role="status">{whatBecame(left)}</Alert>}
        {workbook === undefined && <LoadingState failure={error} retry={refetch} />}
        {workbook === null && (
          <Card title={connectText.title}>
            <Text mb="md">{text.none}</Text>
            {unmapped === undefined ? (
              <LoadingState height={120} />
            ) : (
              <ConnectWorkbook consent={consent} replaces={false} beginsAt={beginsAt} done={() => setLeft(null)} />
            )}
          </Card>
        )}
        {workbook != null && (
          <>
            {consent.isUnderWay && !isConnecting && (
              <Card title={connectText.title}>
                <ConsentSteps consent={consent} provider={providerOf(consent.kind)} />
              </Card>
            )}
            {unmapped != null && !isConnecting && (
              <Alert title={connectText.waits({ title: unmapped.title })} icon={<IconTableOptions aria-hidden />}>
                <Text size="sm">{connectText.waitsAbout({ provider: providerOf(unmapped.kind) })}</Text>
                <Button mt="sm" size="xs" onClick={open}>
                  {problemPlaces.go.columns}
                </Button>
              </Alert>
            )}
            <Trouble workbook={workbook} consent={consent} retry={refetch} />
            <WorkbookCard workbook={workbook} replace={open} disconnected={setLeft} />
            <Notes workbook={workbook} />
            <Columns workbook={workbook} />
            {workbook.problem === null && <Additions />}
          </>
        )}
      </Stack>
      <Dialog title={connectText.title} isOpen={isConnecting && workbook !== null} close={close} size="xl">
        <ConnectWorkbook consent={consent} replaces beginsAt={beginsAt} done={close} />
      </Dialog>
    </>
  );
}

/** Missing columns and sheets. Shown on request, because finding them reads the whole workbook, possibly at an online service. */
function Additions() {
  const text = useTexts().additions;
  const [isAsked, setAsked] = useState(false);
  return (
    <Card title={text.title}>
      <Muted mb="sm">{text.about}</Muted>
      <details onToggle={() => setAsked(true)}>
        <summary>{text.look}</summary>
        {isAsked && (
          <Stack gap="lg" mt="sm">
            <Missing />
            <Balances />
          </Stack>
        )}
      </details>
    </Card>
  );
}

function Balances() {
  const { parts, workbook: text } = useTexts();
  const { data, error, refetch } = useAccountAnswer('workbook.balances');
  const add = useAccountAction('workbook.addBalances');
  if (data === undefined) return <LoadingState height={60} failure={error} retry={refetch} />;
  const { state, sheet, columns, rows } = data;
  return (
    <section aria-label={parts.balances}>
      <Title order={3}>{parts.balances}</Title>
      <Text size="sm">{text.balancesSheet({ state, sheet, columns: [...columns] })}</Text>
      {state !== 'written' && rows > 0 && <Muted mt={4}>{text.balancesKnown({ rows })}</Muted>}
      {state !== 'written' && add.data === undefined && (
        <Button variant="default" size="xs" mt="sm" loading={add.isPending} onClick={() => add.mutate({})}>
          {text.addBalances({ state, sheet })}
        </Button>
      )}
      <ErrorState failure={add.error} />
      {add.data !== undefined && <FollowRun runId={add.data.runId} />}
    </section>
  );
}

const SHOWN = 20;

function Notes({ workbook: { notes, asOf } }: { readonly workbook: WorkbookView }) {
  const { workbook: text, column, pageNames, parts, format } = useTexts();
  const sheetNames: Readonly<Record<string, string>> = { ...pageNames, ...text.sheets };
  const [isWhole, setWhole] = useState(false);
  if (asOf === null || notes.length === 0) return null;
  return (
    <Card title={parts.linesToCheck}>
      <RowsTable
        rows={isWhole ? notes : notes.slice(0, SHOWN)}
        columns={[
          { head: column.sheet, renderCell: ({ sheet }) => sheetNames[sheet] ?? sheet },
          { head: column.row, renderCell: ({ row }) => row !== null && format.number(row) },
          { head: column.what, renderCell: (note) => <MessageText message={{ ...note, remedy: null }} isQuiet /> },
        ]}
      />
      {notes.length > SHOWN && !isWhole && (
        <Button variant="subtle" size="xs" mt="sm" onClick={() => setWhole(true)}>
          {text.moreNotes({ count: format.number(notes.length) })}
        </Button>
      )}
    </Card>
  );
}
