import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CsvMapping, CsvMappingView } from '../../../../src/contract/control/statements.ts';
import type { Texts } from '../../../base/texts.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAction, useAnswer } from '../../../base/control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { Confirm } from '../../../parts/dialog-form.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { ErrorState } from '../../../parts/states.tsx';
import classes from '../connections.module.css';

type Words = Texts['connectionsMapping'];

/** Saved CSV mappings of this account; hidden if there are none. */
export function RememberedMappings({ accountId }: { readonly accountId: string }) {
  const text = useTexts().connectionsMapping;
  const { data: mappings } = useAnswer('csvMapping.list', { accountId });
  if (mappings === undefined || mappings.length === 0) return null;
  return (
    <Card title={text.remembered}>
      <Text size="sm" mb="sm">
        {text.rememberedAbout}
      </Text>
      <ul className={classes['settings']}>
        {mappings.map((view) => (
          <Remembered key={view.fingerprint} accountId={accountId} view={view} />
        ))}
      </ul>
    </Card>
  );
}

function Remembered({
  accountId,
  view: { fingerprint, mapping, savedAt },
}: {
  readonly accountId: string;
  readonly view: CsvMappingView;
}) {
  const text = useTexts().connectionsMapping;
  const format = useFormat();
  const [dialog, setDialog] = useState<'forget' | 'rename' | null>(null);
  const forget = useAction('csvMapping.remove');
  const what = accountOf(mapping, text);
  const close = (): void => setDialog(null);
  return (
    <li aria-label={text.files({ account: what })}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div>
          <Text fw={600}>{text.files({ account: what })}</Text>
          <Text size="sm" c="dimmed">
            {factsOf(mapping, text).join(' · ')} · {text.savedOn({ when: format.moment(savedAt) })}
          </Text>
        </div>
        <RowMenu
          name={what}
          actions={[
            ...(mapping.account.kind === 'named'
              ? [{ label: text.renameAccount, act: () => setDialog('rename') }]
              : []),
            { label: text.forget, act: () => setDialog('forget'), isDestructive: true },
          ]}
        />
      </Group>
      <Confirm
        title={text.forgetTitle({ what })}
        confirmLabel={text.forget}
        isOpen={dialog === 'forget'}
        isPending={forget.isPending}
        failure={forget.error}
        confirm={() => forget.mutate({ accountId, fingerprint }, { onSuccess: close })}
        close={close}
      >
        {text.forgetWhat}
      </Confirm>
      <Dialog title={text.named({ action: text.renameAccount, what })} isOpen={dialog === 'rename'} close={close}>
        <RenameAccount accountId={accountId} fingerprint={fingerprint} mapping={mapping} done={close} />
      </Dialog>
    </li>
  );
}

function RenameAccount({
  accountId,
  fingerprint,
  mapping,
  done,
}: {
  readonly accountId: string;
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
  readonly done: () => void;
}) {
  const text = useTexts().connectionsMapping;
  const save = useAction('csvMapping.save');
  const { account } = mapping;
  const [name, setName] = useState(account.kind === 'named' ? account.name : '');
  if (account.kind !== 'named') return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '')
          save.mutate(
            { accountId, fingerprint, mapping: { ...mapping, account: { ...account, name: name.trim() } } },
            { onSuccess: done },
          );
      }}
    >
      <TextInput
        label={text.account}
        description={text.accountAbout}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={60}
        data-autofocus
        required
      />
      {save.error !== null && <ErrorState failure={save.error} />}
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={done}>
          {text.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {text.renameAccount}
        </Button>
      </Group>
    </form>
  );
}

function accountOf({ account, columns }: CsvMapping, text: Words): string {
  switch (account.kind) {
    case 'named':
      return account.name;
    case 'each-file':
      return `${text.severalAccounts} (${account.accounts.map(({ name }) => name).join(', ')})`;
    case 'column':
      return text.ownColumn({ column: columns[account.column] ?? '' });
    case 'preamble':
      return text.ownNumber;
  }
}

function factsOf(
  { columns, date, dateOrder, amount, currency, decimalMark, description }: CsvMapping,
  text: Words,
): string[] {
  const title = (place: number): string => text.columnTitle({ title: columns[place] ?? '' });
  const amounts =
    amount.kind === 'two' ? text.twoAmounts({ out: title(amount.out), into: title(amount.in) }) : title(amount.column);
  return [
    `${text.fact.date}: ${title(date)} (${text.orders[dateOrder]})`,
    `${text.fact.amount}: ${amounts}, ${text.marks[decimalMark].split(':')[0] ?? ''}`,
    `${text.fact.currency}: ${'code' in currency ? currency.code : title(currency.column)}`,
    `${text.fact.description}: ${description.map(title).join(', ')}`,
  ];
}
