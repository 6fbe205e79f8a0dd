import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconWand } from '@tabler/icons-react';
import type { TransactionView } from '../../../../src/contract/transaction-view.ts';
import { useTexts } from '../../../words/words.tsx';
import { proposePattern } from '../../rules/propose-pattern.ts';
import { RuleDialog } from '../../rules/rule-dialog.tsx';

/** Opens the form for a rule that fits this transaction and others like it. */
export function MakeRule({
  accountId,
  transaction: { description, category },
}: {
  readonly accountId: string;
  readonly transaction: TransactionView;
}) {
  const text = useTexts().rules;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconWand size={16} aria-hidden />}
        onClick={open}
        style={{ alignSelf: 'flex-start' }}
      >
        {text.make}
      </Button>
      <RuleDialog
        accountId={accountId}
        start={{ description: proposePattern(description), category, minAmount: null, maxAmount: null }}
        editing={null}
        isOpen={isOpen}
        close={close}
      />
    </>
  );
}
