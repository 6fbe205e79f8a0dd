import { Group, List, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountView, RemovedAccountView } from '../../../src/contract/control/accounts.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.tsx';
import { useAccount } from '../../parts/account-context.tsx';
import { Card, Facts } from '../../parts/layout.tsx';
import { Confirm, DialogForm, Dialog, useNameField } from '../../parts/dialogs.tsx';
import { useWorkbookTexts, useWorkbookKind } from '../../parts/kinds/use-kinds.ts';
import { Button } from '../../parts/links.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';

interface OpenDialog {
  readonly what: 'add' | 'change' | 'remove';
  readonly account?: AccountView | undefined;
}

export function Profiles() {
  const { accounts } = useAccount();
  const { settingsProfiles: text, settings, parts, column, format } = useTexts();
  const isOnly = accounts.length === 1;
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setOpenDialog(null);
  const opening = (what: OpenDialog['what'], account?: AccountView) => (): void => setOpenDialog({ what, account });
  const { what, account: edited = null } = openDialog ?? {};
  return (
    <Card
      title={settings.sections.profiles}
      actions={
        <Button size="xs" icon={IconPlus} onClick={opening('add')}>
          {text.add}
        </Button>
      }
    >
      <Text size="sm" mb="md">
        {text.about}
      </Text>
      <Stack component="ul" gap="md">
        {accounts.map((account) => (
          <Paper key={account.id} component="li" withBorder p="md">
            <Group justify="space-between" mb="xs">
              <Title order={3}>{account.name}</Title>
              <RowMenu
                name={account.name}
                actions={[
                  { label: parts.edit, act: opening('change', account) },
                  ...(isOnly ? [] : [{ label: parts.remove, act: opening('remove', account), isDestructive: true }]),
                ]}
              />
            </Group>
            <Facts
              facts={[
                [parts.timeZone, account.timeZone],
                [column.dateAdded, format.moment(account.createdAt)],
              ]}
            />
          </Paper>
        ))}
      </Stack>
      <Dialog
        title={edited === null ? text.add : parts.named({ label: parts.edit, name: edited.name })}
        isOpen={what === 'add' || what === 'change'}
        close={close}
      >
        <Fields account={edited} close={close} />
      </Dialog>
      {what === 'remove' && edited !== null && <RemoveProfile account={edited} close={close} />}
    </Card>
  );
}

function Fields({ account, close }: { readonly account: AccountView | null; readonly close: () => void }) {
  const { settingsProfiles: text, parts } = useTexts();
  const [name, nameField, mayUse] = useNameField(account?.name);
  const [timeZone, setTimeZone] = useState(account?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const add = useAction('account.add');
  const change = useAction('account.update');

  function save(): void {
    if (!mayUse()) return;
    if (account === null) add.mutate({ name, timeZone }, { onSuccess: close });
    else change.mutate({ accountId: account.id, name, timeZone }, { onSuccess: close });
  }

  return (
    <DialogForm
      submitLabel={account === null ? text.add : parts.save}
      action={account === null ? add : change}
      submit={save}
      close={close}
    >
      {nameField}
      <Select
        label={parts.timeZone}
        description={text.timeZoneAbout}
        searchable
        allowDeselect={false}
        data={zonesWith(timeZone)}
        value={timeZone}
        onChange={(value) => value !== null && setTimeZone(value)}
        nothingFoundMessage={parts.noMatch}
        limit={50}
      />
      {account === null && <Text size="sm">{text.addWhat}</Text>}
    </DialogForm>
  );
}

function zonesWith(timeZone: string): string[] {
  return [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort((a, b) => a.localeCompare(b));
}

function isUnfinished({ unrevoked, permission }: RemovedAccountView): boolean {
  return unrevoked.length > 0 || permission === 'unreachable';
}

function RemoveProfile({ account, close }: { readonly account: AccountView; readonly close: () => void }) {
  const { settingsProfiles: text, parts } = useTexts();
  const remove = useAction('account.remove');
  const { data: workbook } = useAnswer('workbook.get', { accountId: account.id });
  const say = useWorkbookTexts();
  const kind = useWorkbookKind(workbook?.place.kind);
  const left = useWorkbookKind(remove.data?.kind ?? undefined);
  const stays =
    workbook == null || kind === null
      ? text.staysNone
      : say(kind.id).removing({ name: 'path' in workbook.place ? workbook.place.path : workbook.place.title });
  if (remove.data !== undefined && isUnfinished(remove.data))
    return (
      <Dialog title={text.unrevokedTitle({ name: account.name })} isOpen close={close}>
        {remove.data.unrevoked.length > 0 && <Text>{text.unrevoked({ names: remove.data.unrevoked })}</Text>}
        {remove.data.permission === 'unreachable' && (
          <Text>{text.unreached({ provider: left?.provider ?? '', page: left?.permissions ?? '' })}</Text>
        )}
        <Group justify="flex-end" mt="md">
          <Button onClick={close}>{parts.done}</Button>
        </Group>
      </Dialog>
    );
  return (
    <Confirm
      title={parts.removeTitle({ name: account.name })}
      confirmLabel={parts.remove}
      isOpen
      action={remove}
      confirm={() =>
        remove.mutate(
          { accountId: account.id },
          { onSuccess: (removed) => (isUnfinished(removed) ? undefined : close()) },
        )
      }
      close={close}
    >
      <Text size="sm">{text.removed}</Text>
      <List size="sm" mb="sm">
        {Object.values(text.removedList).map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
      <Text size="sm">{text.stays}</Text>
      <List size="sm">
        <List.Item style={{ overflowWrap: 'anywhere' }}>
          {workbook === undefined || (workbook !== null && kind === null) ? '…' : stays}
        </List.Item>
      </List>
    </Confirm>
  );
}
