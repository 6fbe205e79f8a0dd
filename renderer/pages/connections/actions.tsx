import { Box, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { withNamedSecrets, type SourceKindView } from '../../../src/contract/control/kinds.ts';
import { textsAt } from '../../../src/messages/kind-texts.ts';
import { useAction } from '../../control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { useNow } from '../../parts/use-now.ts';
import { RowMenu, type RowAction } from '../../parts/row-menu.tsx';
import { useSourceTexts } from '../../kinds/use-kind-texts.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { ChangeSettings } from './change-settings.tsx';
import { NewAccess } from './new-access.tsx';
import { RemoveConnection } from './remove-connection.tsx';
import { RenameConnection } from './rename-connection.tsx';
import { endsSoon, needsAccess } from './state.ts';
import { SentAnswers } from './sent-answers.tsx';
import { TestedAccess } from './tested-access.tsx';

type Open = 'rename' | 'access' | 'settings' | 'remove' | 'sent';

interface ActionsProps {
  readonly connection: ConnectionView;
  readonly kind: SourceKindView | null;
  readonly title: ReactNode;
  readonly state: ReactNode;
  /** Called once it is gone; `isRevoked` is false when its service could not be told. */
  readonly removed: (isRevoked: boolean) => void;
  /** What is told of it, between its head and what came of an action. */
  readonly children: ReactNode;
}

/** The head of a connection with what can be done with it in a menu; what solves its problem stands beside that. */
export function Actions({ connection, kind, title, state, removed, children }: ActionsProps) {
  const text = useTexts().connections;
  const format = useFormat();
  const say = useSourceTexts();
  const { id: connectionId, name, paused } = connection;
  const update = useAction('connection.update');
  const test = useAction('connection.test');
  const backfill = useAction('connection.backfill');
  const [dialog, setDialog] = useState<Open | null>(null);
  const close = (): void => setDialog(null);
  const access = kind?.access ?? null;
  // What a consent was given for changes with another consent.
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
    ...(hasSecret && !needs ? [{ label: text.newAccess, act: reconnect }] : []),
    ...(access !== null ? [{ label: text.test, act: () => test.mutate({ connectionId }) }] : []),
    ...(paused ? [] : [{ label: text.pause, act: pauseOrResume }]),
    ...(settingName !== null ? [{ label: settingName, act: () => setDialog('settings') }] : []),
    ...(access?.reachesBack === true ? [{ label: text.olderDays, act: () => backfill.mutate({ connectionId }) }] : []),
    ...(access !== null ? [{ label: text.sent, act: () => setDialog('sent') }] : []),
    { label: text.rename, act: () => setDialog('rename') },
    { label: text.remove, act: () => setDialog('remove'), removes: true },
  ];
  const needed = needs && hasSecret ? { label: text.newAccess, act: reconnect } : null;
  const next = needed ?? (paused ? { label: text.resume, act: pauseOrResume } : null);
  return (
    <>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Box flex="1 1 14rem" miw={0}>
          {title}
        </Box>
        <Group gap="xs">
          {state}
          {next !== null && (
            <Button
              size="compact-sm"
              variant={needed === null ? 'default' : 'filled'}
              aria-label={text.named({ action: next.label, name })}
              onClick={next.act}
            >
              {next.label}
            </Button>
          )}
          <RowMenu name={name} actions={actions} isPending={test.isPending || update.isPending || backfill.isPending} />
        </Group>
      </Group>
      {children}
      {update.error !== null && <ErrorState failure={update.error} />}
      {backfill.error !== null && <ErrorState failure={backfill.error} />}
      <div aria-live="polite">
        {backfill.data !== undefined && (
          <Text size="sm">{text.olderDaysAsked({ day: format.day(backfill.data.from) })}</Text>
        )}
      </div>
      <TestedAccess test={test} />
      <RemoveConnection
        connection={connection}
        kind={kind}
        isOpen={dialog === 'remove'}
        removed={removed}
        close={close}
      />
      <Dialog title={text.renameTitle({ name })} isOpen={dialog === 'rename'} close={close}>
        <RenameConnection connection={connection} close={close} />
      </Dialog>
      {kind !== null && access !== null && (
        <Dialog title={text.newAccessTitle({ name })} isOpen={dialog === 'access'} close={close} size="lg">
          <NewAccess connection={connection} kind={kind} close={close} />
        </Dialog>
      )}
      {kind !== null && settingName !== null && (
        <Dialog
          title={text.settingTitle({ setting: settingName, name })}
          isOpen={dialog === 'settings'}
          close={close}
          size="lg"
        >
          <ChangeSettings connection={connection} kind={kind} close={close} />
        </Dialog>
      )}
      <Dialog title={text.sentTitle({ name })} isOpen={dialog === 'sent'} close={close} size="xl">
        <SentAnswers connectionId={connectionId} />
      </Dialog>
    </>
  );
}
