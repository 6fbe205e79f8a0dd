import { Button, Text } from '@mantine/core';
import { IconAppWindow, IconCalendarTime, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer, useCanSync } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { DemoNotice } from './demo-notice.tsx';
import { Frame, type WizardNav, WorkbookPlaceLine } from './frame.tsx';
import classes from './welcome.module.css';

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
        <ul className={classes['points']}>
          <Point icon={<IconCalendarTime size={28} stroke={1.5} aria-hidden />} name={text.next}>
            {!canSync
              ? text.noBank
              : nextRun === undefined
                ? text.noRun
                : text.nextRun({ when: format.relative(nextRun, now), moment: format.moment(nextRun) })}
          </Point>
          <Point icon={<IconTable size={28} stroke={1.5} aria-hidden />} name={text.sheet}>
            {workbook === null ? (
              text.noSheet
            ) : (
              <>
                <WorkbookPlaceLine workbook={workbook} />
                {text.sheetAbout}
                <OpenWorkbook accountId={account.id} workbook={workbook} mt="xs" />
              </>
            )}
          </Point>
          <Point icon={<IconAppWindow size={28} stroke={1.5} aria-hidden />} name={text.runs}>
            {window.pennyrow === undefined ? text.browserAbout : text.iconAbout}
          </Point>
        </ul>
      )}
      <DemoNotice />
    </Frame>
  );
}

function Point({
  icon,
  name,
  children,
}: {
  readonly icon: ReactNode;
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      {icon}
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" component="div">
          {children}
        </Text>
      </div>
    </li>
  );
}
