import { Box, Flex, Stack, Tabs, Badge, Code, Group, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { PageTitle, Card, ErrorState, EmptyState, LoadingState } from '../../parts/layout.tsx';
import { ApiSection } from './api/api-section.tsx';
import { Backups } from './backups.tsx';
import { General } from './general.tsx';
import { Profiles } from './profiles.tsx';
import { IconDownload } from '@tabler/icons-react';
import { useAction, useAnswer } from '../../base/control/use-control.tsx';
import { MessageText, SolveLink } from '../../parts/message-text.tsx';
import { forgetSession, ownSessionId } from '../../base/control/session-key.ts';
import { useAgo } from '../../parts/use-now.ts';
import { Muted, Button } from '../../parts/links.tsx';
import { Line } from '../../parts/line.tsx';
import { ScrollArea } from '../../parts/rows-table.tsx';

const SECTIONS = { general: General, profiles: Profiles, api: ApiSection, sessions: Sessions, advanced: Advanced };
const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];

export function SettingsPage() {
  const { settings: text, pageNames } = useTexts();
  const [location, navigate] = useLocation();
  const section = NAMES.find((name) => name === location.split('/')[2]) ?? 'general';
  return (
    <>
      <PageTitle title={pageNames.settings} />
      <Tabs
        value={section}
        onChange={(value) => navigate(value === null || value === 'general' ? '/settings' : `/settings/${value}`)}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={pageNames.settings}>
          {NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {text.sections[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(SECTIONS).map(([name, Content]) => (
          <Tabs.Panel key={name} value={name}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

function Advanced() {
  return (
    <Stack gap="lg">
      <Check />
      <Backups />
      <Bundle />
    </Stack>
  );
}

const COLORS = { ok: 'teal', warning: 'orange', problem: 'red' } as const;

function Check() {
  const { settingsDiagnostics: text, checks, checkStatus, overview } = useTexts();
  const doctor = useAction('service.doctor');
  return (
    <Card title={text.check}>
      <Muted mb="sm">{text.checkAbout}</Muted>
      <Button variant="default" size="xs" loading={doctor.isPending} onClick={() => doctor.mutate({})}>
        {text.checkNow}
      </Button>
      <ErrorState failure={doctor.error} />
      <div role="status">
        {doctor.data?.every(({ status }) => status === 'ok') === true && <Text mt="sm">{overview.fine}</Text>}
        <Stack component="ul" gap="xs" mt={doctor.data === undefined ? 0 : 'sm'}>
          {doctor.data?.map(({ check, about, name, status, ...message }) => (
            <Flex
              key={`${check} ${message.message}`}
              component="li"
              direction={{ base: 'column', xs: 'row' }}
              gap="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              <Box w={{ xs: '9rem' }} flex="none">
                <Badge variant="light" color={COLORS[status]}>
                  {capitalized(checkStatus[status])}
                </Badge>
              </Box>
              <div>
                <MessageText message={message} before={`${checkName(checks[about], name)}: `} isQuiet />
                <SolveLink code={message.code} />
              </div>
            </Flex>
          ))}
        </Stack>
      </div>
    </Card>
  );
}

function Bundle() {
  const { settingsDiagnostics: text, parts } = useTexts();
  const collect = useAction('diagnostics.collect');
  const content = collect.data === undefined ? null : JSON.stringify(collect.data, null, 2);
  return (
    <Card title={text.bundle}>
      <Muted mb="sm">{text.bundleAbout}</Muted>
      <Group gap="sm">
        <Button variant="default" size="xs" loading={collect.isPending} onClick={() => collect.mutate({})}>
          {text.collect}
        </Button>
        {content !== null && (
          <Button
            size="xs"
            icon={IconDownload}
            onClick={() => saveJson(`pennyrow-diagnostics-${collect.data?.madeAt.slice(0, 10) ?? ''}.json`, content)}
          >
            {parts.save}
          </Button>
        )}
      </Group>
      <ErrorState failure={collect.error} />
      {content !== null && (
        <ScrollArea label={text.bundle} role="group">
          <Code block mt="sm">
            {content}
          </Code>
        </ScrollArea>
      )}
    </Card>
  );
}

function checkName(text: string | ((parameters: { readonly name: string }) => string), name: string | null): string {
  return typeof text === 'string' ? text : text({ name: name ?? '' });
}

function saveJson(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Signing out needs no confirmation, since a new link signs in again. */
function Sessions() {
  const { settingsSessions: text, settings, parts, format } = useTexts();
  const ago = useAgo();
  const { data: sessions, error, refetch } = useAnswer('session.list', {});
  const end = useAction('session.end');
  // Null in the desktop window, which has no session.
  const ownId = sessions?.find(({ id }) => id === ownSessionId())?.id ?? null;
  const signOut = (sessionId: string): void =>
    end.mutate(
      { sessionId },
      // Reload, so that no data stays in the window.
      { onSuccess: () => sessionId === ownId && void forgetSession().then(() => location.reload()) },
    );
  return (
    <Card title={settings.sections.sessions}>
      <Muted mb="sm">{text.about}</Muted>
      <ErrorState failure={end.error} />
      {sessions === undefined && <LoadingState height={140} failure={error} retry={refetch} />}
      {sessions?.length === 0 && <EmptyState>{text.none}</EmptyState>}
      <Stack component="ul" gap={0}>
        {sessions
          ?.toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
          .map((session) => (
            <Line
              key={session.id}
              title={text.name(session)}
              badges={session.id === ownId && <Badge variant="light">{text.own}</Badge>}
              facts={[
                text.created({ when: format.moment(session.createdAt) }),
                parts.lastUsed({ when: ago(session.lastUsedAt) }),
              ]}
              actions={
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => signOut(session.id)}
                  aria-label={parts.named({
                    label: text.signOut,
                    name: `${text.name(session)}, ${format.moment(session.createdAt)}`,
                  })}
                >
                  {text.signOut}
                </Button>
              }
            />
          ))}
      </Stack>
    </Card>
  );
}
