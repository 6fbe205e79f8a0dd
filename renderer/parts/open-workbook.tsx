import { Button, Group, type GroupProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { WorkbookPlace } from '../../src/contract/control/workbook.ts';
import { useLine } from '../control/control-context.tsx';
import { toFailure, type ControlFailure } from '../control/failure.ts';
import { useTexts } from '../words/words.tsx';
import { CopyButton } from './copy-button.tsx';
import { ErrorState } from './error-state.tsx';

/** The way to the spreadsheet itself. A browser opens no files of a computer, so there the path is what it can give. */
export function OpenWorkbook({
  accountId,
  place,
  ...props
}: { readonly accountId: string; readonly place: WorkbookPlace } & GroupProps) {
  const text = useTexts().openWorkbook;
  const icon = <IconExternalLink size={16} aria-hidden />;
  if (!('path' in place)) {
    return (
      <Group gap="sm" {...props}>
        <Button
          component="a"
          href={place.url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="xs"
          leftSection={icon}
        >
          {text.open}
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="sm" {...props}>
      {window.pennyrow !== undefined && <OpenFile accountId={accountId} icon={icon} />}
      <CopyButton value={place.path} label={text.copyPath} />
    </Group>
  );
}

/** The desktop opens its account's workbook and nothing else, whatever the page says. */
function OpenFile({ accountId, icon }: { readonly accountId: string; readonly icon: React.ReactNode }) {
  const text = useTexts().openWorkbook;
  const { carrier } = useLine();
  const open = useMutation<unknown, ControlFailure>({
    mutationFn: () =>
      carrier.call('desktop.openWorkbook', { accountId }).catch((thrown: unknown) => {
        throw toFailure(thrown);
      }),
  });
  return (
    <>
      <Button variant="default" size="xs" leftSection={icon} loading={open.isPending} onClick={() => open.mutate()}>
        {text.open}
      </Button>
      {open.error !== null && <ErrorState failure={open.error} />}
    </>
  );
}
