import { Button, Group, type GroupProps } from '@mantine/core';
import { IconExternalLink, IconFolderOpen } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { WorkbookView } from '../../src/contract/control/workbook.ts';
import { useTexts } from '../base/words.tsx';
import { useCarrier } from '../base/control/control-context.tsx';
import { type ControlFailure, toFailure } from '../base/control/failure.ts';
import { CopyButton } from './copy-button.tsx';
import { ErrorState } from './layout.tsx';

interface OpenWorkbookProps extends GroupProps {
  readonly accountId: string;
  readonly workbook: Pick<WorkbookView, 'place' | 'opensHere'>;
}

/** A browser cannot open local files, so Pennyrow does on its own computer; elsewhere the page shows the path. */
export function OpenWorkbook({ accountId, workbook: { place, opensHere }, ...props }: OpenWorkbookProps) {
  const text = useTexts().openWorkbook;
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
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {text.open}
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="sm" {...props}>
      {window.pennyrow !== undefined || opensHere === true ? (
        <OpenFile accountId={accountId} path={place.path} />
      ) : (
        <CopyButton value={place.path} label={text.copyPath} />
      )}
    </Group>
  );
}

/** The service opens only the account's workbook, whatever path the page names. */
function OpenFile({ accountId, path }: { readonly accountId: string; readonly path: string }) {
  const text = useTexts().openWorkbook;
  const carrier = useCarrier();
  const open = useMutation<unknown, ControlFailure, 'file' | 'folder'>({
    mutationFn: (shows) =>
      carrier
        .call(carrier.isDesktop ? 'desktop.openWorkbook' : 'workbook.open', { accountId, shows })
        .catch((thrown: unknown) => {
          throw toFailure(thrown);
        }),
  });
  const button = { variant: 'default', size: 'xs' } as const;
  return (
    <>
      <Button
        {...button}
        leftSection={<IconExternalLink size={16} aria-hidden />}
        loading={open.isPending && open.variables === 'file'}
        onClick={() => open.mutate('file')}
      >
        {text.open}
      </Button>
      <Button
        {...button}
        leftSection={<IconFolderOpen size={16} aria-hidden />}
        loading={open.isPending && open.variables === 'folder'}
        onClick={() => open.mutate('folder')}
      >
        {text.show}
      </Button>
      {open.error !== null && (
        <>
          <CopyButton value={path} label={text.copyPath} />
          <ErrorState failure={open.error} />
        </>
      )}
    </>
  );
}
