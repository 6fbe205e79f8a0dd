import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BalanceView, BankAccountView } from '../../../src/contract/control/balances.ts';
import { useTexts } from '../../base/words.tsx';
import { Confirm } from '../../parts/dialogs.tsx';
import { useRun } from '../../parts/use-run.ts';
import { ActionMenu } from '../../parts/row-menu.tsx';

interface SameAccountProps {
  readonly balance: BalanceView;
  readonly known: readonly BankAccountView[];
}

/** Lets the user say that another bank account is this one. */
export function SameAccount({ balance: { bankAccountId, name }, known }: SameAccountProps) {
  const text = useTexts().accounts;
  const join = useRun('balance.join');
  const [chosen, choose] = useState<BankAccountView | null>(null);
  const close = () => choose(null);
  const others = known.filter(({ id }) => id !== bankAccountId);
  if (others.length === 0) return null;
  return (
    <>
      <ActionMenu actions={others.map((other) => ({ label: other.name, act: () => choose(other) }))}>
        <Button variant="default" size="xs" mt="sm" aria-label={text.sameOf({ name })}>
          {text.same}
        </Button>
      </ActionMenu>
      <Confirm
        title={text.sameQuestion({ name, other: chosen?.name ?? '' })}
        confirmLabel={text.sameJoin}
        isOpen={chosen !== null}
        action={join}
        confirm={() => chosen !== null && join.begin({ bankAccountIds: [bankAccountId, chosen.id] }, close)}
        close={close}
      >
        {text.sameEffect}
      </Confirm>
    </>
  );
}
