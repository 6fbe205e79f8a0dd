import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import { Card } from '../../../parts/card.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { useAccount } from '../../../shell/account-context.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import { AccountForm } from './account-form.tsx';
import { RemoveAccount } from './remove-account.tsx';

type Doing = { readonly what: 'add' } | { readonly what: 'change' | 'remove'; readonly account: AccountView };

export function Accounts() {
  const { accounts } = useAccount();
  const text = useTexts().settingsAccounts;
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = (): void => setDoing(null);
  return (
    <Card
      title={text.title}
      actions={
        <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDoing({ what: 'add' })}>
          {text.add}
        </Button>
      }
    >
      <Text size="sm" mb="md">
        {text.about}
      </Text>
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {accounts.map((account) => (
          <li key={account.id}>
            <OneAccount
              account={account}
              isOnly={accounts.length === 1}
              change={() => setDoing({ what: 'change', account })}
              remove={() => setDoing({ what: 'remove', account })}
            />
          </li>
        ))}
      </Stack>
      <AccountForm
        isOpen={doing?.what === 'add' || doing?.what === 'change'}
        account={doing?.what === 'change' ? doing.account : null}
        close={close}
      />
      <RemoveAccount account={doing?.what === 'remove' ? doing.account : null} close={close} />
    </Card>
  );
}

interface OneAccountProps {
  readonly account: AccountView;
  readonly isOnly: boolean;
  readonly change: () => void;
  readonly remove: () => void;
}

function OneAccount({ account, isOnly, change, remove }: OneAccountProps) {
  const text = useTexts().settingsAccounts;
  const format = useFormat();
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Title order={3}>{account.name}</Title>
        <RowMenu
          name={account.name}
          actions={[
            { label: text.edit, act: change },
            ...(isOnly ? [] : [{ label: text.remove, act: remove, removes: true }]),
          ]}
        />
      </Group>
      <Facts
        facts={[
          [text.timeZone, account.timeZone],
          [text.plan, <Plan key="plan" account={account} />],
          [text.since, format.moment(account.createdAt)],
        ]}
      />
      {isOnly && (
        <Text size="sm" c="dimmed" mt="sm">
          {text.only}
        </Text>
      )}
    </Paper>
  );
}

function Plan({ account: { entitlement, timeZone } }: { readonly account: AccountView }) {
  const text = useTexts().settingsAccounts;
  const format = useFormat();
  const { kind, endsAt, active } = entitlement;
  const ends = endsAt === null ? null : format.momentIn(endsAt, timeZone);
  if (!active) return text.plans.ended({ kind: kind === 'trial' ? kind : 'other', ended: ends });
  return kind === 'personal' ? text.plans.personal : text.plans[kind]({ ends });
}
