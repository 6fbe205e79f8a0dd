import { Button, NativeSelect, Text, List, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Language, LANGUAGES } from '../../../src/messages/speech.ts';
import { useSpeech, useTexts, useFormat } from '../../base/words.tsx';
import { useAnswer, useAction, useCanSync } from '../../base/control/use-control.ts';
import { useDesktop } from '../../base/control/use-desktop.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { LoadingState } from '../../parts/layout.tsx';
import { ConnectedNotice, ConnectWorkbook } from '../workbook/connect/connect-workbook.tsx';
import { useConsent } from '../workbook/connect/consent-steps.tsx';
import { Frame, type WizardNav, WorkbookPlaceLine } from './frame.tsx';
import { Muted } from '../../parts/links.tsx';
import classes from './welcome.module.css';
import { IconFileImport } from '@tabler/icons-react';
import { AddConnection } from '../connections/add-connection.tsx';
import { ImportFiles } from '../connections/import/import-files.tsx';
import { readStoredFiles } from '../connections/import/use-files.ts';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { useNow } from '../../parts/use-now.ts';
import { DemoNotice } from './demo-notice.tsx';

export function PlaceScreen(nav: WizardNav) {
  const { place: text } = useTexts().welcome;
  const { language, setLanguage } = useSpeech();
  const { data: service } = useAnswer('service.status', {});
  const desktop = useDesktop();
  return (
    <Frame
      screen="place"
      nav={nav}
      title={text.title}
      lead={text.lead}
      actions={<Button onClick={() => nav.pass(['place'], 'choice')}>{text.go}</Button>}
    >
      <div>
        <Text>{text.folder}</Text>
        <Text fw={600} mih="1.5em" className={classes['path'] ?? ''}>
          {service?.dataFolder}
        </Text>
        <Text mt="sm">{text.nowhere}</Text>
      </div>
      <NativeSelect
        label={text.language}
        w="18rem"
        maw="100%"
        value={language}
        onChange={({ currentTarget: { value } }) => {
          setLanguage(value as Language);
          desktop?.change.mutate({ language: value });
        }}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
    </Frame>
  );
}

export function WorkbookScreen(nav: WizardNav) {
  const { account } = useAccount();
  const { workbook: text, next, skip } = useTexts().welcome;
  const { hasChosenWorkbook, suggested } = nav.view;
  const { data: workbook } = useAnswer('workbook.get', { accountId: account.id });
  const { data: unmapped } = useAnswer('workbook.unmapped', { accountId: account.id });
  const consent = useConsent(account.id);
  const [wantsToChoose, setChoosing] = useState(!hasChosenWorkbook);
  const go = (): void => nav.goTo('bank');
  if (!wantsToChoose || consent.connected !== null) {
    return (
      <Frame
        screen="workbook"
        nav={nav}
        title={text.title}
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
              {text.another}
            </Button>
          </>
        }
      >
        {consent.connected !== null && (
          <ConnectedNotice connected={consent.connected} close={() => consent.tell(null)} />
        )}
        <div>
          <Text>{text.chosen}</Text>
          <WorkbookPlaceLine workbook={workbook ?? null} />
        </div>
      </Frame>
    );
  }
  return (
    <Frame
      screen="workbook"
      nav={nav}
      title={text.title}
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
          account={account}
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
  const sync = useAction('run.sync');
  const { data: connections } = useAnswer('connection.list', { accountId: account.id });
  const { data: runs } = useAnswer('run.list', { accountId: account.id, limit: 10 });
  const [chosenView, setChosenView] = useState<Shown | null>(() =>
    readStoredFiles(account.id).length > 0 ? 'file' : null,
  );
  const [attempt, setAttempt] = useState(0);
  const view = chosenView ?? (connections !== undefined && connections.length > 0 ? 'connected' : 'kinds');
  const isImported =
    runs?.some(({ kind, finishedAt, status }) => kind === 'import' && finishedAt !== null && status !== 'failed') ===
    true;
  const begin = (): void => sync.mutate({ accountId: account.id }, { onSuccess: () => nav.goTo('sync') });
  const another = (
    <Button variant="default" onClick={() => setChosenView('kinds')}>
      {view === 'file' ? text.otherWays : text.another}
    </Button>
  );
  return (
    <Frame
      screen="bank"
      nav={nav}
      title={text.title}
      {...(view === 'connected' ? {} : { lead: view === 'file' ? text.fileAbout : text.about })}
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
        <div>
          <Text>{text.chosen}</Text>
          <List fw={600}>
            {connections?.map(({ id, name }) => (
              <List.Item key={id}>{name}</List.Item>
            ))}
          </List>
        </div>
      )}
      {view === 'kinds' && (
        <Stack gap="sm">
          <AddConnection
            key={attempt}
            accountId={account.id}
            offersTrial={false}
            more={{ icon: IconFileImport, name: text.file, about: text.fileAbout, choose: () => setChosenView('file') }}
            added={() => {
              setChosenView('connected');
              begin();
            }}
            close={() => setAttempt(attempt + 1)}
          />
        </Stack>
      )}
      {view === 'file' && <ImportFiles accountId={account.id} opensAtOnce />}
    </Frame>
  );
}

export function DoneScreen(nav: WizardNav) {
  const { account } = useAccount();
  const { done: text } = useTexts().welcome;
  const format = useFormat();
  const now = useNow();
  const accountId = account.id;
  const { data: schedule } = useAnswer('schedule.get', { accountId });
  const { data: connections } = useAnswer('connection.list', { accountId });
  const { data: workbook } = useAnswer('workbook.get', { accountId });
  const isKnown = schedule !== undefined && connections !== undefined && workbook !== undefined;
  const nextRun = schedule?.nextRunsAt[0];
  const canSync = useCanSync(accountId);
  const isEmpty = connections?.length === 0;
  return (
    <Frame
      screen="done"
      nav={nav}
      title={isEmpty ? text.titleEmpty : text.title}
      actions={
        <Button onClick={nav.end} loading={nav.isEnding}>
          {text.go}
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
                ? text.noRun
                : text.nextRun({ when: format.relative(nextRun, now), moment: format.moment(nextRun) })}{' '}
            {window.pennyrow === undefined ? text.browserAbout : text.iconAbout}
          </Text>
          {workbook === null ? (
            <Text>{text.noSheet}</Text>
          ) : (
            <div>
              <Text>{text.sheetAbout}</Text>
              <WorkbookPlaceLine workbook={workbook} />
              <OpenWorkbook accountId={account.id} workbook={workbook} mt="xs" />
            </div>
          )}
        </>
      )}
      <DemoNotice />
    </Frame>
  );
}
