import { Select, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import { useAction } from '../../../control/use-control.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { useTexts } from '../../../words/words.tsx';

interface AccountFormProps {
  readonly isOpen: boolean;
  /** Null for a new one. */
  readonly account: AccountView | null;
  readonly close: () => void;
}

export function AccountForm({ isOpen, account, close }: AccountFormProps) {
  const text = useTexts().settingsAccounts;
  return (
    <Dialog title={account === null ? text.add : text.editOf({ name: account.name })} isOpen={isOpen} close={close}>
      <Fields account={account} close={close} />
    </Dialog>
  );
}

function Fields({ account, close }: { readonly account: AccountView | null; readonly close: () => void }) {
  const text = useTexts().settingsAccounts;
  const [name, setName] = useState(account?.name ?? '');
  const [timeZone, setTimeZone] = useState(account?.timeZone ?? zoneHere());
  const [isTried, setTried] = useState(false);
  const add = useAction('account.add');
  const change = useAction('account.update');
  const zones = useMemo(() => zonesWith(timeZone), [timeZone]);
  const isNamed = name.trim() !== '';

  function save(): void {
    setTried(true);
    if (!isNamed) return;
    if (account === null) add.mutate({ name, timeZone }, { onSuccess: close });
    else change.mutate({ accountId: account.id, name, timeZone }, { onSuccess: close });
  }

  return (
    <DialogForm
      submitLabel={account === null ? text.add : text.save}
      isPending={add.isPending || change.isPending}
      failure={add.error ?? change.error}
      submit={save}
      close={close}
    >
      <TextInput
        label={text.name}
        placeholder={text.namePlaceholder}
        required
        data-autofocus
        maxLength={100}
        value={name}
        error={isTried && !isNamed ? text.nameMissing : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={text.timeZone}
        description={text.timeZoneAbout}
        searchable
        allowDeselect={false}
        data={zones}
        value={timeZone}
        onChange={(value) => value !== null && setTimeZone(value)}
        nothingFoundMessage={text.noZone}
        limit={50}
      />
      {account === null && <Text size="sm">{text.addWhat}</Text>}
    </DialogForm>
  );
}

function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Every zone that the browser knows, UTC, and the one that is set, whatever it is called here. */
function zonesWith(timeZone: string): string[] {
  return [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort((a, b) => a.localeCompare(b));
}
