import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { BackupFile, BackupsView } from '../../../../src/contract/control/backups.ts';
import { useAnswer } from '../../../control/use-control.ts';
import { useWorkbookTexts } from '../../../kinds/use-kind-texts.ts';
import { useWorkbookKind } from '../../../kinds/use-kinds.ts';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useAccount } from '../../../shell/account-context.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import { BringBack } from './bring-back.tsx';
import { ExportCard } from './export-card.tsx';
import { inBytes } from './in-bytes.ts';

export function Backups() {
  const { account } = useAccount();
  const { data: backups, error, refetch } = useAnswer('backup.list', { accountId: account.id });
  if (backups === undefined) return <LoadingState height={320} failure={error} again={refetch} />;
  return (
    <Stack gap="lg">
      <WorkbookVersions accountId={account.id} workbook={backups.workbook} />
      <ExportCard />
      <DatabaseCopies database={backups.database} />
    </Stack>
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
  const [chosen, setChosen] = useState<BackupFile | null>(null);
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
            <Files files={workbook.files} label={text.workbook} bringBack={setChosen} />
          )}
          <Folder path={workbook.folder} />
        </>
      )}
      <BringBack accountId={accountId} backup={chosen} close={() => setChosen(null)} />
    </Card>
  );
}

function DatabaseCopies({ database: { folder, files } }: { readonly database: BackupsView['database'] }) {
  const text = useTexts().settingsBackups;
  return (
    <Card title={text.database}>
      <Text size="sm" mb="sm">
        {text.databaseAbout}
      </Text>
      {files.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noDatabase}
        </Text>
      ) : (
        <>
          <Files files={files} label={text.database} bringBack={null} />
          <Folder path={folder} />
        </>
      )}
    </Card>
  );
}

interface FilesProps {
  readonly files: readonly BackupFile[];
  readonly label: string;
  /** Null for files that only a person can put back; then their names are shown. */
  readonly bringBack: ((file: BackupFile) => void) | null;
}

function Files({ files, label, bringBack }: FilesProps) {
  const text = useTexts().settingsBackups;
  const format = useFormat();
  return (
    <Table aria-label={label} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{text.taken}</Table.Th>
          <Table.Th scope="col">{text.size}</Table.Th>
          <Table.Th scope="col">{bringBack === null ? text.name : text.action}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((file) => (
          <Table.Tr key={file.name}>
            <Table.Td>{format.moment(file.takenAt)}</Table.Td>
            <Table.Td>{inBytes(file.bytes, format)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {bringBack === null ? (
                file.name
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={text.bringBackOf({ when: format.moment(file.takenAt) })}
                  onClick={() => bringBack(file)}
                >
                  {text.bringBack}
                </Button>
              )}
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
