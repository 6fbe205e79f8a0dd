import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Finding } from '../../../src/contract/control/service.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { MessageText, SolveLink } from '../../parts/message-text.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { ErrorState } from '../../parts/states.tsx';
import classes from './settings.module.css';

const COLORS = { ok: 'teal', warning: 'orange', problem: 'red' } as const;

/** Runs on request only: it reads every spreadsheet. */
export function Check() {
  const text = useTexts().settingsDiagnostics;
  const doctor = useAction('service.doctor');
  return (
    <Card title={text.check}>
      <Text size="sm" mb="sm">
        {text.checkAbout}
      </Text>
      <Group>
        <Button variant="default" loading={doctor.isPending} onClick={() => doctor.mutate({})}>
          {doctor.data === undefined ? text.start : text.again}
        </Button>
      </Group>
      {doctor.error !== null && <ErrorState failure={doctor.error} />}
      <div role="status">
        {doctor.data?.every(({ status }) => status === 'ok') === true && <Text mt="sm">{text.allFine}</Text>}
        {doctor.data !== undefined && <Findings findings={doctor.data} />}
      </div>
    </Card>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const text = useTexts().settingsDiagnostics;
  return (
    <ul className={classes['findings']}>
      {findings.map(({ check, about, name, status, ...message }) => (
        <li key={`${check} ${message.message}`} className={classes['finding']}>
          <Badge variant="light" color={COLORS[status]} tt="none">
            {text.result[status]}
          </Badge>
          <div>
            <MessageText message={message} before={`${checkName(text.checks[about], name)}: `} isQuiet />
            <SolveLink code={message.code} />
          </div>
        </li>
      ))}
    </ul>
  );
}

export function Bundle() {
  const text = useTexts().settingsDiagnostics;
  const collect = useAction('diagnostics.collect');
  const content = collect.data === undefined ? null : JSON.stringify(collect.data, null, 2);
  return (
    <Card title={text.bundle}>
      <Text size="sm" mb="sm">
        {text.bundleAbout}
      </Text>
      <Group gap="sm">
        <Button variant="default" loading={collect.isPending} onClick={() => collect.mutate({})}>
          {text.collect}
        </Button>
        {content !== null && (
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              saveFile(
                `pennyrow-diagnostics-${collect.data?.madeAt.slice(0, 10) ?? ''}.json`,
                'application/json',
                content,
              )
            }
          >
            {text.save}
          </Button>
        )}
      </Group>
      {collect.error !== null && <ErrorState failure={collect.error} />}
      {content !== null && (
        // It scrolls, so it must be reachable without a mouse.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="region" aria-label={text.content} tabIndex={0} className={classes['content']}>
          <Code block>{content}</Code>
        </div>
      )}
    </Card>
  );
}

/** Adds the name if there may be several. */
function checkName(text: string | ((parameters: { readonly name: string }) => string), name: string | null): string {
  return typeof text === 'string' ? text : text({ name: name ?? '' });
}
