import { Alert, Badge, Box, Text, Group, List } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { Facts, ErrorState } from '../../parts/layout.tsx';
import { useSourceTexts, useSourceKinds } from '../../parts/kinds/use-kinds.ts';
import { MessageText } from '../../parts/message-text.tsx';
import { useAgo, useNow } from '../../parts/use-now.ts';
import { placeOf, STATE_COLORS, stateOf, endsSoon, needsAccess, folderOf } from './state.ts';
import { Muted, Button } from '../../parts/links.tsx';
import lines from '../../parts/line.module.css';
import { ChoiceIcon } from '../../parts/choice-card.tsx';
import { iconOf } from './add-connection.tsx';
import { Dialog, Confirm, DialogForm, useNameField } from '../../parts/dialogs.tsx';
import { NewAccess, SourceForm, type ConnectionFormProps } from './source-form.tsx';
import { type RowAction, RowMenu } from '../../parts/row-menu.tsx';
import { textsAt } from '../../../src/messages/kind-texts.ts';
import { withNamedSecrets } from '../../../src/contract/control/kinds.ts';
import { useAction } from '../../base/control/use-control.tsx';
import { useState } from 'react';
import { useAccountAnswer } from '../../parts/account-context.tsx';

type OpenDialog = 'rename' | 'access' | 'settings' | 'remove';

interface ConnectionProps {
  readonly connection: ConnectionView;
  readonly removed: (isRevoked: boolean) => void;
}

export function Connection({ connection, removed }: ConnectionProps) {
  const { connections: text, connection: connectionText, parts, problemPlaces, format } = useTexts();
  const say = useSourceTexts();
  const { id: connectionId, name, paused, health } = connection;
  const kind = useSourceKinds().find(({ id }) => id === connection.source) ?? null;
  const state = stateOf(connection, kind);
  const kindName = kind === null ? connection.source : say(kind.id).name;
  // Omits the kind of a demo bank, because the connection's name already contains it, possibly in another language.
  const about = [kind?.group === 'trial' ? null : kindName, placeOf(connection, kind, text)];
  const update = useAction('connection.update');
  const test = useAction('connection.test');
  const backfill = useAction('connection.backfill');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  const access = kind?.access ?? null;
  // The user renews a consent on the bank's page, so the form contains only settings that can change without a new consent.
  const isConsent = access?.asksInBrowser === true;
  const setting = kind?.form.find(
    ({ isSecret, isForCommandLine, isChangeable }) =>
      isSecret !== true && isForCommandLine !== true && (!isConsent || isChangeable === true),
  );
  const settingName = kind === null || setting === undefined ? null : textsAt(say(kind.id).fields, setting.id).label;
  const hasSecret = kind !== null && withNamedSecrets(kind.form, connection.settings).some(({ isSecret }) => isSecret);
  const now = useNow();
  const needs = needsAccess(connection) || endsSoon(connection, now);
  const reconnect = (): void => setDialog('access');
  const pauseOrResume = (): void => update.mutate({ connectionId, paused: !paused });
  const actions: RowAction[] = [
    ...(hasSecret && !needs ? [{ label: problemPlaces.go.reconnect, act: reconnect }] : []),
    ...(access !== null ? [{ label: text.test, act: () => test.mutate({ connectionId }) }] : []),
    ...(paused ? [] : [{ label: parts.pause, act: pauseOrResume }]),
    ...(settingName !== null ? [{ label: settingName, act: () => setDialog('settings') }] : []),
    ...(access?.reachesBack === true ? [{ label: text.olderDays, act: () => backfill.mutate({ connectionId }) }] : []),
    { label: text.rename, act: () => setDialog('rename') },
    { label: parts.remove, act: () => setDialog('remove'), isDestructive: true },
  ];
  const needed = needs && hasSecret ? { label: problemPlaces.go.reconnect, act: reconnect } : null;
  const next = needed ?? (paused ? { label: parts.resume, act: pauseOrResume } : null);
  return (
    <li className={lines['line']} aria-label={name}>
      <Group justify="space-between" gap="xs">
        {kind !== null && <ChoiceIcon icon={iconOf(kind, kindName)} size={32} />}
        <Text fw={600} component="h3" flex="1 1 8rem" miw={0}>
          {name}
        </Text>
        <Group gap="xs">
          <Badge variant="dot" color={STATE_COLORS[state]}>
            {capitalized(connectionText.state[state])}
          </Badge>
          {next !== null && (
            <Button
              size="compact-sm"
              variant={needed === null ? 'default' : 'filled'}
              aria-label={parts.named({ label: next.label, name })}
              onClick={next.act}
            >
              {next.label}
            </Button>
          )}
          <RowMenu name={name} actions={actions} isPending={test.isPending || update.isPending || backfill.isPending} />
        </Group>
      </Group>
      <Muted mt={4}>{about.filter((part) => part !== null && part !== name).join(' · ')}</Muted>
      <Box mt="sm">
        <ConnectionFacts connection={connection} />
      </Box>
      {health.problem !== null && (
        <Alert color={state === 'failing' ? 'red' : 'orange'} icon={<IconAlertTriangle aria-hidden />} my="sm">
          <MessageText message={health.problem} />
        </Alert>
      )}
      <ErrorState failure={update.error} />
      <ErrorState failure={backfill.error} />
      <div aria-live="polite">
        {backfill.data !== undefined && (
          <Text size="sm">{text.olderDaysAsked({ day: format.day(backfill.data.from) })}</Text>
        )}
      </div>
      <TestedAccess test={test} />
      <RemoveConnection connection={connection} isOpen={dialog === 'remove'} removed={removed} close={close} />
      <Dialog title={parts.named({ label: text.rename, name })} isOpen={dialog === 'rename'} close={close}>
        <RenameConnection connection={connection} close={close} />
      </Dialog>
      {kind !== null && (
        <Dialog
          title={parts.named({ label: (dialog === 'access' ? problemPlaces.go.reconnect : settingName) ?? '', name })}
          isOpen={dialog === 'access' || dialog === 'settings'}
          close={close}
          size="lg"
        >
          {dialog === 'access' ? (
            <NewAccess connection={connection} kind={kind} close={close} />
          ) : (
            <ChangeSettings connection={connection} kind={kind} close={close} />
          )}
        </Dialog>
      )}
    </li>
  );
}

function ConnectionFacts({ connection: shown }: { readonly connection: ConnectionView }) {
  const { health, paused, syncedUntil, consentEndsAt, isConsentOver } = shown;
  const { connection, parts, format } = useTexts();
  const now = useNow();
  const ago = useAgo();
  const when = (instant: string, relative = format.relative(instant, now)): string =>
    `${relative} (${format.moment(instant)})`;
  const { lastSuccessAt, nextTryAt } = health;
  const { data: schedule } = useAccountAnswer('schedule.get');
  // The schedule's card shows the time of the next sync. A connection shows its next try only if the time differs.
  const waits = schedule != null && nextTryAt !== null && nextTryAt !== schedule.nextRunsAt[0];
  return (
    <Facts
      facts={[
        [
          folderOf(shown) === null ? connection.column.lastSuccess : connection.lastLooked,
          lastSuccessAt === null ? parts.never : when(lastSuccessAt, ago(lastSuccessAt)),
        ],
        syncedUntil !== null && [connection.column.syncedUntil, format.day(syncedUntil)],
        consentEndsAt !== null && [connection.column.consentEnds, when(consentEndsAt)],
        !paused && isConsentOver && [connection.column.nextTry, connection.afterReconnect],
        !paused && !isConsentOver && waits && [connection.column.nextTry, when(nextTryAt)],
      ]}
    />
  );
}

function ChangeSettings({ connection, kind, close }: ConnectionFormProps) {
  const { parts } = useTexts();
  const update = useAction('connection.update');
  return (
    <SourceForm
      kind={kind}
      part={kind.access?.asksInBrowser === true ? 'changeable' : 'settings'}
      initial={connection.settings}
      submitLabel={parts.save}
      action={update}
      submit={({ settings }) => update.mutate({ connectionId: connection.id, settings }, { onSuccess: close })}
      cancel={close}
    />
  );
}

function RenameConnection({ connection, close }: { readonly connection: ConnectionView; readonly close: () => void }) {
  const { parts } = useTexts();
  const update = useAction('connection.update');
  const [name, field, mayUse] = useNameField(connection.name);
  const submit = (): void => {
    if (mayUse()) update.mutate({ connectionId: connection.id, name }, { onSuccess: close });
  };
  return (
    <DialogForm submitLabel={parts.save} action={update} submit={submit} close={close}>
      {field}
    </DialogForm>
  );
}

interface RemoveConnectionProps extends ConnectionProps {
  readonly isOpen: boolean;
  readonly close: () => void;
}

function RemoveConnection({ connection, isOpen, removed, close }: RemoveConnectionProps) {
  const { connections: text, parts } = useTexts();
  const remove = useAction('connection.remove');
  const say = useSourceTexts();
  const kind = useSourceKinds().find(({ id }) => id === connection.source) ?? null;
  const removal = kind === null ? undefined : say(kind.id).removal;
  const folder = folderOf(connection);
  return (
    <Confirm
      title={parts.removeTitle({ name: connection.name })}
      confirmLabel={parts.remove}
      isOpen={isOpen}
      action={remove}
      confirm={() => {
        // Uses the promise: callbacks of `mutate` are not called if this component unmounts before the answer arrives.
        void remove
          .mutateAsync({ connectionId: connection.id })
          .then(({ revoked }) => removed(revoked !== false))
          .then(close, () => undefined);
      }}
      close={close}
    >
      <Text>{text.removeWhat}</Text>
      <List size="sm" mt="xs" spacing={4}>
        <List.Item>{text.removeStays}</List.Item>
        {removal !== undefined && <List.Item>{removal}</List.Item>}
        {folder !== null && <List.Item>{text.removeFolder({ folder })}</List.Item>}
      </List>
    </Confirm>
  );
}

function TestedAccess({ test }: { readonly test: ReturnType<typeof useAction<'connection.test'>> }) {
  const { connection: text, connections, format } = useTexts();
  const { data, error, isPending } = test;
  return (
    <div aria-live="polite">
      {isPending && <Muted mt="sm">{connections.testing}</Muted>}
      <ErrorState failure={error} />
      {data !== undefined && (
        <Alert
          color="teal"
          icon={<IconCheck aria-hidden />}
          title={text.answers({ host: data.host, count: data.accounts.length })}
          mt="sm"
        >
          <Text size="sm">
            {format.list(
              data.accounts.map(({ name, bank, currency }) => [bank, name, currency].filter(Boolean).join(' ')),
            )}
          </Text>
          {data.messages.map((message) => (
            <Group key={`${message.code} ${message.message}`} gap={6} mt="xs" wrap="nowrap" align="flex-start">
              <IconInfoCircle size={14} aria-hidden style={{ flexShrink: 0, marginTop: 4 }} />
              <MessageText message={message} />
            </Group>
          ))}
        </Alert>
      )}
    </div>
  );
}
