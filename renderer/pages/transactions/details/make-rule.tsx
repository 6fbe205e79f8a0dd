import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconWand } from '@tabler/icons-react';
import type { TransactionView } from '../../../../src/contract/transaction-view.ts';
import { useTexts } from '../../../words/words.tsx';
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
      <RuleDialog accountId={accountId} description={description} category={category} isOpen={isOpen} close={close} />
    </>
  );
}
