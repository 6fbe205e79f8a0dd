import { Button, Text, List, Stack } from '@mantine/core';
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
import { useNow } from '../../parts/use-now.ts';
import { DemoNotice } from './demo-notice.tsx';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import { LanguageChoice } from '../../parts/language-choice.tsx';

export function PlaceScreen(nav: WizardNav) {
  const { place: text } = useTexts().welcome;
  return (
    <Frame
      nav={nav}
      title={text.title}
      lead={text.lead}
      actions={<Button onClick={() => nav.pass(['place'], 'choice')}>{text.go}</Button>}
    >
      <Text>{text.nowhere}</Text>
      <LanguageChoice />
    </Frame>
  );
}

export function WorkbookScreen(nav: WizardNav) {
  const { welcome, workbook: workbookText } = useTexts();
  const { workbook: text, next, skip } = welcome;
  const { hasChosenWorkbook, suggested } = nav.view;
  const { data: workbook } = useAccountAnswer('workbook.get');
  const { data: unmapped } = useAccountAnswer('workbook.unmapped');
  const consent = useWorkbookConsent();
  const [wantsToChoose, setChoosing] = useState(!hasChosenWorkbook);
  const go = (): void => nav.goTo('bank');
  if (!wantsToChoose || consent.connected !== null) {
    return (
      <Frame
        nav={nav}
        title={workbookText.which}
        actions={
          <>
            <Button onClick={go}>{next}</Button>
            <Button
              variant="default"
              onClick={() => {
                consent.tell(null);
                setChoosing(true);
              }}
            >
              {workbookText.another}
            </Button>
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
  return (
    <Frame
      nav={nav}
      title={workbookText.which}
      lead={text.about}
      actions={
        <Button variant="default" onClick={() => nav.pass(['workbook'], 'bank')}>
          {workbook != null && !hasChosenWorkbook ? text.keep : skip}
        </Button>
      }
    >
      {unmapped === undefined ? (
        <LoadingState height={240} />
      ) : (
        <ConnectWorkbook
          consent={consent}
          replaces={false}
          beginsAt={unmapped?.kind ?? null}
          suggestedPath={suggested.workbook}
          done={go}
        />
      )}
      {workbook != null && !hasChosenWorkbook && (
        <div>
          <Muted>{text.keepAbout}</Muted>
          <WorkbookPlaceLine workbook={workbook} />
        </div>
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
      {...(view === 'connected' ? {} : { lead: view === 'file' ? connectionsImport.dropAbout : text.about })}
      failure={sync.error}
      actions={
        <>
          {view === 'connected' && (
            <Button loading={sync.isPending} onClick={begin}>
              {next}
            </Button>
          )}
          {view === 'file' && isImported && <Button onClick={() => nav.goTo('schedule')}>{next}</Button>}
          {view !== 'kinds' && another}
          {view !== 'connected' && !isImported && (
            <Button variant="default" onClick={() => nav.pass(['bank'], 'schedule')}>
              {skip}
            </Button>
          )}
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
        <Stack gap="sm">
          <AddConnection
            key={attempt}
            offersTrial={false}
            more={
              <ChoiceCard
                icon={IconFileImport}
                title={connectionsImport.title}
                about={[connectionsImport.dropAbout]}
                onClick={() => setChosenView('file')}
              />
            }
            added={() => {
              setChosenView('connected');
              begin();
            }}
            close={() => setAttempt(attempt + 1)}
          />
        </Stack>
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
      <DemoNotice />
    </Frame>
  );
}
