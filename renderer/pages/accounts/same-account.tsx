import { Button, Menu } from '@mantine/core';
import type { BalanceView, BankAccountView } from '../../../src/contract/control/balances.ts';
import { useTexts } from '../../base/words.tsx';
import { ErrorState } from '../../parts/layout.tsx';
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
          <Button variant="default" size="xs" mt="sm" loading={join.isPending} aria-label={text.sameOf({ name })}>
            {text.same}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((other) => (
            <Menu.Item
              key={other.id}
              onClick={() => join.begin({ accountId, bankAccountIds: [bankAccountId, other.id] })}
            >
              {other.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {join.failure !== null && <ErrorState failure={join.failure} />}
    </>
  );
}
