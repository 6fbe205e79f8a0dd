import { Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { BackupFile, BackupsView, RestoredBackup } from '../../../src/contract/control/backups.ts';
import type { FormValues, WorkbookKindView } from '../../../src/contract/control/kinds.ts';
import type { Format } from '../../../src/messages/format.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useWorkbookTexts } from '../../parts/kinds/use-kinds.ts';
import { useWorkbookKind, useWorkbookKinds } from '../../parts/kinds/use-kinds.ts';
import { ErrorState, LoadingState } from '../../parts/states.tsx';

export function Backups() {
  const { account } = useAccount();
  const { data: backups, error, refetch } = useAnswer('backup.list', { accountId: account.id });
  if (backups === undefined) return <LoadingState height={320} failure={error} retry={refetch} />;
  return (
    <>
      <WorkbookVersions accountId={account.id} workbook={backups.workbook} />
      <DatabaseCopies database={backups.database} />
    </>
  );
}

function WorkbookVersions({
  accountId,
  workbook,
}: {
  readonly accountId: string;
  readonly workbook: BackupsView['workbook'];
}) {
  const text = useTexts().settingsBackups;
  const [chosenFile, setChosenFile] = useState<BackupFile | null>(null);
  const { data: connected } = useAnswer('workbook.get', { accountId });
  const say = useWorkbookTexts();
  const kind = useWorkbookKind(connected?.place.kind);
  return (
    <Card title={text.workbook}>
      {workbook === null ? (
        <Text size="sm">{connected === null ? text.noWorkbook : kind !== null && say(kind.id).versions}</Text>
      ) : (
        <>
          <Text size="sm" mb="sm">
            {text.workbookAbout}
          </Text>
          {workbook.files.length === 0 ? (
            <Text size="sm" c="dimmed">
              {text.noneYet}
            </Text>
          ) : (
            <Files files={workbook.files} restore={setChosenFile} />
          )}
          <Folder path={workbook.folder} />
        </>
      )}
      <RestoreBackup accountId={accountId} backup={chosenFile} close={() => setChosenFile(null)} />
    </Card>
  );
}

/** Only a person who stopped Pennyrow can restore one, so the page shows where they are. */
function DatabaseCopies({ database: { folder, files } }: { readonly database: BackupsView['database'] }) {
  const text = useTexts().settingsBackups;
  const format = useFormat();
  const [latest] = files;
  return (
    <Card title={text.database}>
      <Text size="sm">
        {text.databaseAbout}{' '}
        {latest === undefined ? text.noDatabase : text.latest({ when: format.moment(latest.takenAt) })}
      </Text>
      {latest !== undefined && <Folder path={folder} />}
    </Card>
  );
}

interface FilesProps {
  readonly files: readonly BackupFile[];
  readonly restore: (file: BackupFile) => void;
}

function Files({ files, restore }: FilesProps) {
  const text = useTexts().settingsBackups;
  const format = useFormat();
  return (
    <Table aria-label={text.workbook} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{text.taken}</Table.Th>
          <Table.Th scope="col">{text.size}</Table.Th>
          <Table.Th scope="col">{text.action}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((file) => (
          <Table.Tr key={file.name}>
            <Table.Td>{format.moment(file.takenAt)}</Table.Td>
            <Table.Td>{formatBytes(file.bytes, format)}</Table.Td>
            <Table.Td>
              <Button
                size="xs"
                variant="default"
                aria-label={text.bringBackOf({ when: format.moment(file.takenAt) })}
                onClick={() => restore(file)}
              >
                {text.bringBack}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Folder({ path }: { readonly path: string }) {
  const text = useTexts().settingsBackups;
  return (
    <Group gap="xs" mt="sm">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {text.folder}: {path}
      </Text>
      <CopyButton value={path} label={text.copyFolder} size="compact-xs" />
    </Group>
  );
}

interface RestoreBackupProps {
  readonly accountId: string;
  /** Null closes the dialog. */
  readonly backup: BackupFile | null;
  readonly close: () => void;
}

/** Explains the effect, then shows the restored copy and the next steps. */
function RestoreBackup({ accountId, backup, close }: RestoreBackupProps) {
  const text = useTexts().settingsBackups;
  const format = useFormat();
  const [last, setLast] = useState(backup);
  if (backup !== null && backup !== last) setLast(backup);
  if (last === null) return null;
  return (
    <Dialog title={text.confirmTitle({ when: format.moment(last.takenAt) })} isOpen={backup !== null} close={close}>
      <Steps accountId={accountId} backup={last} close={close} />
    </Dialog>
  );
}

function Steps({
  accountId,
  backup,
  close,
}: {
  readonly accountId: string;
  readonly backup: BackupFile;
  readonly close: () => void;
}) {
  const text = useTexts().settingsBackups;
  const restore = useAction('backup.restore');
  if (restore.data !== undefined) return <Restored accountId={accountId} restored={restore.data} close={close} />;
  return (
    <Stack gap="md">
      <Text size="sm">{text.confirm}</Text>
      {restore.error !== null && <ErrorState failure={restore.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close} data-autofocus>
          {text.cancel}
        </Button>
        <Button loading={restore.isPending} onClick={() => restore.mutate({ accountId, name: backup.name })}>
          {text.bringBack}
        </Button>
      </Group>
    </Stack>
  );
}

function Restored({
  accountId,
  restored: { path, isWorkbook },
  close,
}: {
  readonly accountId: string;
  readonly restored: RestoredBackup;
  readonly close: () => void;
}) {
  const text = useTexts().settingsBackups;
  const connect = useAction('workbook.connect');
  const way = fileWay(useWorkbookKinds(), path);
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {isWorkbook ? text.restoredInPlace : connect.isSuccess ? text.wentOn : text.restoredBeside}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {path}
      </Code>
      {!isWorkbook && !connect.isSuccess && <Text size="sm">{text.restoredWhat}</Text>}
      {connect.error !== null && <ErrorState failure={connect.error} />}
      <Group justify="flex-end" gap="sm">
        <CopyButton value={path} label={text.copyPath} size="sm" />
        {!isWorkbook && !connect.isSuccess && (
          <Button
            variant="default"
            loading={connect.isPending}
            onClick={() => {
              if (way !== null) connect.mutate({ accountId, ...way });
            }}
          >
            {text.goOn}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {text.done}
        </Button>
      </Group>
    </Stack>
  );
}

interface FilledWay {
  readonly kind: string;
  readonly way: string;
  readonly settings: FormValues;
}

/** The way to connect an existing workbook file; null until the kinds are loaded. */
function fileWay(kinds: readonly WorkbookKindView[], path: string): FilledWay | null {
  for (const { id, ways } of kinds) {
    for (const way of ways) {
      const field = way.fields.find(({ type }) => type === 'path');
      if (field !== undefined && !way.makesNew) return { kind: id, way: way.id, settings: { [field.id]: path } };
    }
  }
  return null;
}

/** "820 kB", "1.4 MB": decimal units, as file managers show them. */
function formatBytes(bytes: number, format: Format): string {
  if (bytes < 1_000_000) return `${format.number(Math.ceil(bytes / 1000))} kB`;
  return `${format.number(Math.round(bytes / 100_000) / 10)} MB`;
}
