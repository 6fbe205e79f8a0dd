import { Button, Group, Text, List, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../base/words.tsx';
import { useCanSync } from '../../base/control/use-control.tsx';
import { useAccount, useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { LoadingState } from '../../parts/layout.tsx';
import { ConnectedNotice, ConnectWorkbook } from '../workbook/connect/connect-workbook.tsx';
import { RecognizedColumns } from '../workbook/mapping/recognized.tsx';
import { useWorkbookConsent } from '../workbook/connect/consent-steps.tsx';
import { Frame, type WizardNav, WorkbookPlaceLine } from './frame.tsx';
import { Muted } from '../../parts/links.tsx';
import { IconFileImport } from '@tabler/icons-react';
import { AddConnection } from '../connections/add-connection.tsx';
import { ImportFiles } from '../connections/import/import-files.tsx';
import { readStoredFiles } from '../connections/import/use-files.ts';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { RowsTable, useTransactionColumns } from '../../parts/rows-table.tsx';
import { useNow } from '../../parts/use-now.ts';
import { WhileInDemo } from './while-in-demo.tsx';
import { LanguageChoice } from '../../parts/language-choice.tsx';
import classes from './welcome.module.css';

export function PlaceScreen(nav: WizardNav) {
  const { place: text } = useTexts().welcome;
  return (
    <Frame nav={nav} title={text.title}>
      <Text size="lg">{text.lead}</Text>
      <Text size="lg">{text.nowhere}</Text>
      <Group gap="xs" align="flex-end" justify="space-between">
        <Button onClick={() => nav.pass(['place'], 'choice')}>{text.go}</Button>
        <LanguageChoice />
      </Group>
      <ExampleSheet />
    </Frame>
  );
}

/** Words that are the same in all languages. */
const EXAMPLES = [
  { day: '2026-03-05', description: 'Bistro Quai 9', amount: '-75.15', currency: 'EUR', category: 'Restaurants' },
  { day: '2026-03-06', description: 'Maple Inn', amount: '-243.10', currency: 'EUR', category: 'Hotel' },
  { day: '2026-03-07', description: 'Café Zoë', amount: '-3.80', currency: 'EUR', category: 'Restaurants' },
  { day: '2026-03-09', description: 'Northwind', amount: '-53.13', currency: 'EUR', category: 'Camping▏' },
];

/** An example of the sheet, drawn as if the user were typing the last category. */
function ExampleSheet() {
  const { category: head } = useTexts().column;
  const columns = [
    ...useTransactionColumns(),
    { head, renderCell: ({ category }: (typeof EXAMPLES)[number]) => category },
  ];
  return (
    <div className={classes['sheet']} aria-hidden>
      <RowsTable rows={EXAMPLES} columns={columns} />
    </div>
  );
}

export function WorkbookScreen(nav: WizardNav) {
  const { welcome, workbook: workbookText, workbookConnect } = useTexts();
  const { hasChosenWorkbook, suggestedPath, canTryDemo } = nav.view;
  const { data: workbook } = useAccountAnswer('workbook.get');
  const { data: unmapped } = useAccountAnswer('workbook.unmapped');
  const consent = useWorkbookConsent();
  // `hasChosenWorkbook` is false for a file that Pennyrow made and that has no rows yet.
  const [wantsToChoose, setChoosing] = useState(!hasChosenWorkbook && canTryDemo);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const go = (): void => nav.pass(['workbook'], 'bank');
  if (!wantsToChoose || consent.connected !== null) {
    return (
      <Frame
        nav={nav}
        title={workbookText.which}
        actions={
          <>
            <Button
              variant="default"
              onClick={() => {
                consent.setConnected(null);
                setChoosing(true);
              }}
            >
              {workbookText.another}
            </Button>
            <Button onClick={go}>{welcome.next}</Button>
          </>
        }
      >
        <WorkbookPlaceLine workbook={workbook ?? null} />
        {consent.connected !== null && (
          <>
            <ConnectedNotice connected={consent.connected} />
            <RecognizedColumns />
          </>
        )}
      </Frame>
    );
  }
  const first = workbook != null && !hasChosenWorkbook && 'path' in workbook.place ? workbook.place.path : null;
  return (
    <Frame nav={nav} title={workbookConnect.where} setFoot={setFoot}>
      {unmapped === undefined || workbook === undefined ? (
        <LoadingState height={240} />
      ) : (
        <ConnectWorkbook
          consent={consent}
          replaces={false}
          beginsAt={unmapped?.kind ?? null}
          newFile={{ path: first ?? suggestedPath, isConnected: first !== null }}
          foot={foot}
          done={go}
        />
      )}
    </Frame>
  );
}

type Shown = 'connected' | 'kinds' | 'file';

export function BankScreen(nav: WizardNav) {
  const { account } = useAccount();
  const { bank: text, next, skip } = useTexts().welcome;
  const { connections: connectionTexts, connectionsImport } = useTexts();
  const sync = useAccountAction('run.sync');
  const { data: connections } = useAccountAnswer('connection.list');
  const { data: runs } = useAccountAnswer('run.list', { limit: 10 });
  const [chosenView, setChosenView] = useState<Shown | null>(() =>
    readStoredFiles(account.id).length > 0 ? 'file' : null,
  );
  const [attempt, setAttempt] = useState(0);
  const view = chosenView ?? (connections !== undefined && connections.length > 0 ? 'connected' : 'kinds');
  const isImported =
    runs?.some(({ kind, finishedAt, status }) => kind === 'import' && finishedAt !== null && status !== 'failed') ===
    true;
  const begin = (): void => sync.mutate({}, { onSuccess: () => nav.goTo('sync') });
  const another = (
    <Button variant="default" onClick={() => setChosenView('kinds')}>
      {connectionTexts.add}
    </Button>
  );
  return (
    <Frame
      nav={nav}
      title={text.title}
      {...(view === 'kinds' ? { lead: text.about } : {})}
      failure={sync.error}
      actions={
        <>
          {view !== 'kinds' && another}
          {view !== 'connected' && !isImported && (
            <Button variant="default" onClick={() => nav.pass(['bank'], 'schedule')}>
              {skip}
            </Button>
          )}
          {view === 'connected' && (
            <Button loading={sync.isPending} onClick={begin}>
              {next}
            </Button>
          )}
          {view === 'file' && isImported && <Button onClick={() => nav.goTo('schedule')}>{next}</Button>}
        </>
      }
    >
      {view === 'connected' && (
        <List fw={600}>
          {connections?.map(({ id, name }) => (
            <List.Item key={id}>{name}</List.Item>
          ))}
        </List>
      )}
      {view === 'kinds' && (
        <AddConnection
          key={attempt}
          offersTrial={false}
          more={
            <Stack gap="xs" align="flex-start" mb="sm">
              <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => setChosenView('file')}>
                {connectionsImport.title}
              </Button>
              <Muted>{connectionsImport.dropAbout}</Muted>
            </Stack>
          }
          added={() => {
            setChosenView('connected');
            begin();
          }}
          close={() => setAttempt(attempt + 1)}
        />
      )}
      {view === 'file' && <ImportFiles opensAtOnce />}
    </Frame>
  );
}

export function DoneScreen(nav: WizardNav) {
  const { account } = useAccount();
  const { done: text } = useTexts().welcome;
  const { overview, pageNames, problemPlaces, schedule: scheduleText, workbook: workbookText, format } = useTexts();
  const now = useNow();
  const { data: schedule } = useAccountAnswer('schedule.get');
  const { data: connections } = useAccountAnswer('connection.list');
  const { data: workbook } = useAccountAnswer('workbook.get');
  const isKnown = schedule !== undefined && connections !== undefined && workbook !== undefined;
  const nextRun = schedule?.nextRunsAt[0];
  const canSync = useCanSync(account.id);
  return (
    <Frame
      nav={nav}
      title={text.title}
      actions={
        <Button onClick={nav.end} loading={nav.isEnding}>
          {problemPlaces.goTo({ page: pageNames.overview })}
        </Button>
      }
    >
      {!isKnown ? (
        <LoadingState height={280} />
      ) : (
        <>
          <Text>
            {!canSync
              ? text.noBank
              : nextRun === undefined
                ? scheduleText.none
                : overview.nextRun({ when: `${format.moment(nextRun)} (${format.relative(nextRun, now)})` })}
          </Text>
          <Text>{window.pennyrow === undefined ? text.browserAbout : text.iconAbout}</Text>
          {workbook === null ? (
            <Text>{workbookText.none}</Text>
          ) : (
            <div>
              <Text>{text.sheetAbout}</Text>
              <WorkbookPlaceLine workbook={workbook} />
              <OpenWorkbook workbook={workbook} mt="xs" />
            </div>
          )}
        </>
      )}
      <WhileInDemo />
    </Frame>
  );
}
