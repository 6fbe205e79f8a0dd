import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useAction } from '../../control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import { ChangeFolder } from './change-folder.tsx';
import { NewAccess } from './new-access.tsx';
import { RemoveConnection } from './remove-connection.tsx';
import { RenameConnection } from './rename-connection.tsx';
import { needsAccess, type Kind } from './state.ts';
import { SentAnswers } from './sent-answers.tsx';
import { TestedAccess } from './tested-access.tsx';

type Open = 'rename' | 'access' | 'folder' | 'remove' | 'sent';

/** What can be done with a connection; what solves its problem stands out. */
export function Actions({ connection, kind }: { readonly connection: ConnectionView; readonly kind: Kind | null }) {
  const text = useTexts().connections;
  const format = useFormat();
  const { id: connectionId, name, paused } = connection;
  const update = useAction('connection.update');
  const test = useAction('connection.test');
  const backfill = useAction('connection.backfill');
  const [dialog, setDialog] = useState<Open | null>(null);
  const close = (): void => setDialog(null);
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
        {kind === 'simplefin' &&
          button(text.newAccess, () => setDialog('access'), needsAccess(connection) ? { variant: 'filled' } : {})}
        {kind === 'simplefin' && button(text.test, () => test.mutate({ connectionId }), { loading: test.isPending })}
        {button(paused ? text.resume : text.pause, () => update.mutate({ connectionId, paused: !paused }), {
          loading: update.isPending,
        })}
        {kind === 'statements' && button(text.changeFolder, () => setDialog('folder'))}
        {kind === 'simplefin' &&
          button(text.olderDays, () => backfill.mutate({ connectionId }), { loading: backfill.isPending })}
        {kind === 'simplefin' && button(text.sent, () => setDialog('sent'))}
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
      <RemoveConnection connection={connection} isOpen={dialog === 'remove'} close={close} />
      <Dialog title={text.renameTitle({ name })} isOpen={dialog === 'rename'} close={close}>
        <RenameConnection connection={connection} close={close} />
      </Dialog>
      <Dialog title={text.newAccessTitle({ name })} isOpen={dialog === 'access'} close={close} size="lg">
        <NewAccess connectionId={connectionId} close={close} />
      </Dialog>
      <Dialog title={text.changeFolderTitle({ name })} isOpen={dialog === 'folder'} close={close} size="lg">
        <ChangeFolder connection={connection} close={close} />
      </Dialog>
      <Dialog title={text.sentTitle({ name })} isOpen={dialog === 'sent'} close={close} size="xl">
        <SentAnswers connectionId={connectionId} />
      </Dialog>
    </>
  );
}
