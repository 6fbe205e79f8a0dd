import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { withNamedSecrets, type SourceKindView } from '../../../src/contract/control/kinds.ts';
import { textsAt } from '../../../src/messages/kind-texts.ts';
import { useAction } from '../../control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { useSourceTexts } from '../../kinds/use-kind-texts.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { ChangeSettings } from './change-settings.tsx';
import { NewAccess } from './new-access.tsx';
import { RemoveConnection } from './remove-connection.tsx';
import { RenameConnection } from './rename-connection.tsx';
import { needsAccess } from './state.ts';
import { SentAnswers } from './sent-answers.tsx';
import { TestedAccess } from './tested-access.tsx';

type Open = 'rename' | 'access' | 'settings' | 'remove' | 'sent';

/** What can be done with a connection; what solves its problem stands out. */
export function Actions({
  connection,
  kind,
}: {
  readonly connection: ConnectionView;
  readonly kind: SourceKindView | null;
}) {
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
  const setting = kind?.form.find(({ isSecret, isForCommandLine }) => isSecret !== true && isForCommandLine !== true);
  const settingName = kind === null || setting === undefined ? null : textsAt(say(kind.id).fields, setting.id).label;
  const hasSecret = kind !== null && withNamedSecrets(kind.form, connection.settings).some(({ isSecret }) => isSecret);
  const button = (
    label: string,
    act: () => void,
    more: { readonly loading?: boolean; readonly variant?: string } = {},
  ) => (
    <Button size="xs" variant="default" aria-label={text.named({ action: label, name })} onClick={act} {...more}>
      {label}
    </Button>
  );
  return (
    <>
      <Group gap="xs">
        {hasSecret &&
          button(text.newAccess, () => setDialog('access'), needsAccess(connection) ? { variant: 'filled' } : {})}
        {access !== null && button(text.test, () => test.mutate({ connectionId }), { loading: test.isPending })}
        {button(paused ? text.resume : text.pause, () => update.mutate({ connectionId, paused: !paused }), {
          loading: update.isPending,
        })}
        {settingName !== null && button(settingName, () => setDialog('settings'))}
        {access?.reachesBack === true &&
          button(text.olderDays, () => backfill.mutate({ connectionId }), { loading: backfill.isPending })}
        {access !== null && button(text.sent, () => setDialog('sent'))}
        {button(text.rename, () => setDialog('rename'))}
        {button(text.remove, () => setDialog('remove'))}
      </Group>
      {update.error !== null && <ErrorState failure={update.error} />}
      {backfill.error !== null && <ErrorState failure={backfill.error} />}
      <div aria-live="polite">
        {backfill.data !== undefined && (
          <Text size="sm">{text.olderDaysAsked({ day: format.day(backfill.data.from) })}</Text>
        )}
      </div>
      <TestedAccess test={test} />
      <RemoveConnection connection={connection} kind={kind} isOpen={dialog === 'remove'} close={close} />
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
