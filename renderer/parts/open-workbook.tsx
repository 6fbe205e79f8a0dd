import { Group, type GroupProps } from '@mantine/core';
import { IconExternalLink, IconFolderOpen } from '@tabler/icons-react';
import type { WorkbookView } from '../../src/contract/control/workbook.ts';
import { useTexts } from '../base/words.tsx';
import { useAction, useCarrier } from '../base/control/use-control.tsx';
import { CopyButton, Button, SiteButton } from './links.tsx';
import { ErrorState } from './layout.tsx';
import { useAccount } from './account-context.tsx';

interface OpenWorkbookProps extends GroupProps {
  readonly workbook: Pick<WorkbookView, 'place' | 'opensHere'>;
  /** True on the page of the spreadsheet, which shows the path with a button to copy it. */
  readonly isMain?: boolean;
}

/** A browser cannot open local files. Pennyrow opens them if the page is on its computer; otherwise, the path is shown. */
export function OpenWorkbook({ workbook: { place, opensHere }, isMain = false, ...props }: OpenWorkbookProps) {
  const variant = isMain ? 'filled' : 'default';
  const text = useTexts().openWorkbook;
  return (
    <Group gap="sm" {...props}>
      {!('path' in place) ? (
        <SiteButton href={place.url} variant={variant}>
          {text.open}
        </SiteButton>
      ) : window.pennyrow !== undefined || opensHere === true ? (
        <OpenFile path={place.path} variant={variant} />
      ) : (
        !isMain && <CopyButton value={place.path} label={text.copyPath} size="sm" />
      )}
    </Group>
  );
}

/** The service opens only the account's workbook, whatever path the page names. */
function OpenFile({ path, variant }: { readonly path: string; readonly variant: 'filled' | 'default' }) {
  const text = useTexts().openWorkbook;
  const accountId = useAccount().account.id;
  const open = useAction(useCarrier().isDesktop ? 'desktop.openWorkbook' : 'workbook.open');
  const buttonFor = (shows: 'file' | 'folder') => ({
    loading: open.isPending && open.variables.shows === shows,
    onClick: () => open.mutate({ accountId, shows }),
  });
  return (
    <>
      <Button icon={IconExternalLink} variant={variant} {...buttonFor('file')}>
        {text.open}
      </Button>
      <Button icon={IconFolderOpen} variant="default" {...buttonFor('folder')}>
        {text.show}
      </Button>
      {open.error !== null && (
        <>
          <CopyButton value={path} label={text.copyPath} size="sm" />
          <ErrorState failure={open.error} />
        </>
      )}
    </>
  );
}
