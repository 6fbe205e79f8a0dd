import { List, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import type { WorkbookView } from '../../../../src/contract/control/workbook.ts';
import { useAction, useAnswer } from '../../../control/use-control.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { useTexts } from '../../../words/words.tsx';
import type { Texts } from '../../../words/texts.ts';

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
  if (last === null) return null;
  return (
    <Confirm
      title={text.removeTitle({ name: last.name })}
      yes={text.remove}
      no={text.keep}
      isOpen={account !== null}
      isPending={remove.isPending}
      failure={remove.error}
      confirm={() => remove.mutate({ accountId: last.id }, { onSuccess: close })}
      close={() => {
        remove.reset();
        close();
      }}
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
          {workbook === undefined ? '…' : whatStays(workbook, text)}
        </List.Item>
      </List>
    </Confirm>
  );
}

function whatStays(workbook: WorkbookView | null, text: Texts['settingsAccounts']): string {
  if (workbook === null) return text.staysNone;
  const { place } = workbook;
  return place.kind === 'google' ? text.staysGoogle({ title: place.title }) : text.staysFile({ path: place.path });
}
