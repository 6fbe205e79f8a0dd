import { useDisclosure } from '@mantine/hooks';
import { IconTags } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../base/words.tsx';
import { Button } from '../../parts/links.tsx';

// The code of dialogs would be a seventh of the first page's size, so this one is loaded when it is opened.
const LoadedDialog = lazy(async () => ({ default: (await import('./suggestions.tsx')).PayeesDialog }));

export const PayeeTable = lazy(async () => ({ default: (await import('./suggestions.tsx')).PayeeTable }));

/** Shows the most frequent payees without a category in a table, and saves all chosen categories in one write. */
export function Payees({ hasTable = false }: { readonly hasTable?: boolean }) {
  const text = useTexts().transactions.payees;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="light" icon={IconTags} onClick={open}>
        {hasTable ? text.others : text.open}
      </Button>
      <PayeesDialog isOpen={isOpen} close={close} />
    </>
  );
}

export function PayeesDialog({ isOpen, close }: Readonly<{ isOpen: boolean; close: () => void }>) {
  return (
    isOpen && (
      <Suspense>
        <LoadedDialog close={close} />
      </Suspense>
    )
  );
}
