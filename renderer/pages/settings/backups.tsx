import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BackupFile, BackupsView } from '../../../src/contract/control/backups.ts';
import type { Format } from '../../../src/messages/format.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, ErrorState, Facts, LoadingState } from '../../parts/layout.tsx';
import { Copied, CopyButton } from '../../parts/links.tsx';
import { Dialog, DialogButtons } from '../../parts/dialogs.tsx';
import { useWorkbookTexts, useWorkbookKind } from '../../parts/kinds/use-kinds.ts';
import { RowsTable } from '../../parts/rows-table.tsx';

export function Backups() {
  const { data: backups, error, refetch } = useAccountAnswer('backup.list');
  if (backups === undefined) return <LoadingState height={320} failure={error} retry={refetch} />;
  return (
    <>
      <WorkbookVersions workbook={backups.workbook} />
      <DatabaseCopies database={backups.database} />
    </>
  );
}

function WorkbookVersions({ workbook }: Pick<BackupsView, 'workbook'>) {
  const { settingsBackups: text, workbook: workbookText, parts, format } = useTexts();
  const [chosenFile, setChosenFile] = useState<BackupFile | null>(null);
  const close = (): void => setChosenFile(null);
  const { data: connected } = useAccountAnswer('workbook.get');
  const say = useWorkbookTexts();
  const kind = useWorkbookKind(connected?.place.kind);
  return (
    <Card title={text.workbook}>
      {workbook === null ? (
        <Text size="sm">{connected === null ? workbookText.none : kind !== null && say(kind.id).versions}</Text>
      ) : (
        <>
          <Text size="sm" mb="sm">
            {text.workbookAbout}
          </Text>
          {workbook.files.length > 0 && (
            <RowsTable
              label={text.workbook}
              rows={workbook.files}
              columns={[
                { head: parts.asOf, renderCell: ({ takenAt }) => format.moment(takenAt) },
                { head: parts.size, look: 'amount', renderCell: ({ bytes }) => formatBytes(bytes, format) },
                {
                  head: text.bringBack,
                  look: 'tick',
                  renderCell: (file) => (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={parts.named({ label: text.bringBack, name: format.moment(file.takenAt) })}
                      onClick={() => setChosenFile(file)}
                    >
                      {text.bringBack}
                    </Button>
                  ),
                },
              ]}
            />
          )}
          <Facts facts={[[parts.folder, <Copied key="folder" value={workbook.folder} />]]} />
        </>
      )}
      <Dialog
        title={parts.named({
          label: text.bringBack,
          name: chosenFile === null ? '' : format.moment(chosenFile.takenAt),
        })}
        isOpen={chosenFile !== null}
        close={close}
      >
        {chosenFile !== null && <Steps backup={chosenFile} close={close} />}
      </Dialog>
    </Card>
  );
}

/** Only a person who stopped Pennyrow can restore one, so the page shows where they are. */
function DatabaseCopies({ database: { folder, files } }: Pick<BackupsView, 'database'>) {
  const { settingsBackups: text, parts, format } = useTexts();
  const [latest] = files;
  return (
    <Card title={text.database}>
      <Text size="sm">
        {text.databaseAbout} {latest !== undefined && text.latest({ when: format.moment(latest.takenAt) })}
      </Text>
      {latest !== undefined && <Facts facts={[[parts.folder, <Copied key="folder" value={folder} />]]} />}
    </Card>
  );
}

function Steps({ backup, close }: { readonly backup: BackupFile; readonly close: () => void }) {
  const { settingsBackups: text, openWorkbook, parts } = useTexts();
  const restore = useAccountAction('backup.restore');
  if (restore.data !== undefined) {
    const { path, isWorkbook } = restore.data;
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          {isWorkbook ? text.restoredInPlace : text.restoredBeside}
        </Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {path}
        </Code>
        {!isWorkbook && <Text size="sm">{text.restoredWhat}</Text>}
        <Group justify="flex-end" gap="sm">
          <CopyButton value={path} label={openWorkbook.copyPath} size="sm" />
          <Button onClick={close} data-autofocus>
            {parts.done}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm">{text.confirm}</Text>
      <ErrorState failure={restore.error} />
      <DialogButtons close={close} isFocused>
        <Button loading={restore.isPending} onClick={() => restore.mutate({ name: backup.name })}>
          {text.bringBack}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

/** "820 kB", "1.4 MB": decimal units, as file managers show them. */
function formatBytes(bytes: number, format: Format): string {
  if (bytes < 1_000_000) return `${format.number(Math.ceil(bytes / 1000))} kB`;
  return `${format.number(Math.round(bytes / 100_000) / 10)} MB`;
}
