import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '../../control/use-control.ts';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { ConnectWorkbook } from '../workbook/connect/connect-workbook.tsx';
import { ConnectedNotice } from '../workbook/connect/connected-notice.tsx';
import { useConsent } from '../workbook/connect/use-consent.ts';
import { Frame } from './frame.tsx';
import type { WizardNav } from './wizard-nav.ts';
import { WorkbookPlaceLine } from './workbook-place.tsx';

/** Where one's own transactions should go. */
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
        whereLater={text.whereLater}
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
      whereLater={text.whereLater}
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
