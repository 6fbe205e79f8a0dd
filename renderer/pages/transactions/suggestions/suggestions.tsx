import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBulb } from '@tabler/icons-react';
import { useAnswer } from '../../../control/use-control.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useTexts } from '../../../words/words.tsx';
import { SuggestionTable } from './suggestion-table.tsx';

/** Opens the list of suggested categories, where there are any. */
export function Suggestions({ accountId }: { readonly accountId: string }) {
  const text = useTexts().transactions.suggestions;
  const [isOpen, { open, close }] = useDisclosure();
  const { data: list, error, refetch } = useAnswer('suggestion.list', { accountId });
  const count = list?.count ?? 0;
  return (
    <>
      {(count > 0 || isOpen) && (
        <Button variant="light" size="compact-sm" leftSection={<IconBulb size={16} aria-hidden />} onClick={open}>
          {text.open({ count })}
        </Button>
      )}
      <Dialog title={text.title} isOpen={isOpen} close={close} size="xl">
        {isOpen &&
          (list === undefined ? (
            <LoadingState height={200} failure={error} again={refetch} />
          ) : (
            <SuggestionTable accountId={accountId} list={list} close={close} />
          ))}
      </Dialog>
    </>
  );
}
