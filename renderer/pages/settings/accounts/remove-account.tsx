import { Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView, RemovedAccountView } from '../../../../src/contract/control/accounts.ts';
import { useAction, useAnswer } from '../../../control/use-control.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { useWorkbookTexts } from '../../../kinds/use-kind-texts.ts';
import { useWorkbookKind } from '../../../kinds/use-kinds.ts';
import { useTexts } from '../../../words/words.tsx';

/** A person has to withdraw a permission where it was given. */
function isUnfinished({ unrevoked, permission }: RemovedAccountView): boolean {
  return unrevoked.length > 0 || permission === 'unreachable';
}

/** Null closes it. */
export function RemoveAccount({
  account,
  close,
}: {
  readonly account: AccountView | null;
  readonly close: () => void;
}) {
  const text = useTexts().settingsAccounts;
  const [last, setLast] = useState(account);
  if (account !== null && account !== last) setLast(account);
  const remove = useAction('account.remove');
  const { data: workbook } = useAnswer('workbook.get', account === null ? null : { accountId: account.id });
  const say = useWorkbookTexts();
  const kind = useWorkbookKind(workbook?.place.kind);
  const left = useWorkbookKind(remove.data?.kind ?? undefined);
  if (last === null) return null;
  const stays =
    workbook == null || kind === null
      ? text.staysNone
      : say(kind.id).removing({ name: 'path' in workbook.place ? workbook.place.path : workbook.place.title });
  const leave = (): void => {
    remove.reset();
    close();
  };
  if (remove.data !== undefined && isUnfinished(remove.data))
    return (
      <Dialog title={text.unrevokedTitle({ name: last.name })} isOpen={account !== null} close={leave}>
        {remove.data.unrevoked.length > 0 && <Text>{text.unrevoked({ names: remove.data.unrevoked })}</Text>}
        {remove.data.permission === 'unreachable' && (
          <Text>{text.unreached({ provider: left?.provider ?? '', page: left?.permissions ?? '' })}</Text>
        )}
        <Group justify="flex-end" mt="md">
          <Button onClick={leave}>{text.done}</Button>
        </Group>
      </Dialog>
    );
  return (
    <Confirm
      title={text.removeTitle({ name: last.name })}
      yes={text.remove}
      no={text.keep}
      isOpen={account !== null}
      isPending={remove.isPending}
      failure={remove.error}
      confirm={() =>
        remove.mutate({ accountId: last.id }, { onSuccess: (removed) => (isUnfinished(removed) ? undefined : leave()) })
      }
      close={leave}
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
