import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { type Language, LANGUAGES } from '../../../src/messages/speech.ts';
import { useSpeech, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { useDesktop } from '../../base/control/use-desktop.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { LoadingState } from '../../parts/states.tsx';
import { ConnectedNotice, ConnectWorkbook } from '../workbook/connect/connect-workbook.tsx';
import { useConsent } from '../workbook/connect/consent-steps.tsx';
import { Frame, type WizardNav, WorkbookPlaceLine } from './frame.tsx';
import classes from './welcome.module.css';

/** Explains where data is stored, and offers the language. */
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
          <Text size="sm" c="dimmed">
            {text.keepAbout}
          </Text>
          <WorkbookPlaceLine workbook={workbook} />
        </div>
      )}
    </Frame>
  );
}
