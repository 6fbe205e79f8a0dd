import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { BalanceView, BankAccountView } from '../../../src/contract/control/balances.ts';
import { useTexts } from '../../base/words.tsx';
import { Confirm } from '../../parts/dialogs.tsx';
import { useRun } from '../../parts/use-run.ts';

interface SameAccountProps {
  readonly accountId: string;
  readonly balance: BalanceView;
  readonly known: readonly BankAccountView[];
}

/** Lets the user say that another bank account is this one. */
export function SameAccount({ accountId, balance: { bankAccountId, name }, known }: SameAccountProps) {
  const text = useTexts().accounts;
  const join = useRun('balance.join');
  const [chosen, choose] = useState<BankAccountView | null>(null);
  const close = () => choose(null);
  const others = known.filter(({ id }) => id !== bankAccountId);
  if (others.length === 0) return null;
  return (
    <>
      <Menu
        position="bottom-start"
        transitionProps={{ duration: 0 }}
        // Inside the main landmark instead of at the end of the document.
        portalProps={{ target: '#content' }}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button variant="default" size="xs" mt="sm" aria-label={text.sameOf({ name })}>
            {text.same}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((other) => (
            <Menu.Item key={other.id} onClick={() => choose(other)}>
              {other.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Confirm
        title={text.sameQuestion({ name, other: chosen?.name ?? '' })}
        confirmLabel={text.sameJoin}
        isOpen={chosen !== null}
        isPending={join.isPending}
        failure={join.failure}
        confirm={() => chosen !== null && join.begin({ accountId, bankAccountIds: [bankAccountId, chosen.id] }, close)}
        close={close}
      >
        {text.sameEffect}
      </Confirm>
    </>
  );
}
