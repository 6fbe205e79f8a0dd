import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ColumnMapping, ConnectedView, UnmappedView } from '../../../../src/contract/control/workbook.ts';
import { useAction } from '../../../control/use-control.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { useWorkbookKind } from '../../../kinds/use-kinds.ts';
import { useTexts } from '../../../words/words.tsx';
import { MappingEditor } from '../mapping/mapping-editor.tsx';

interface TellColumnsProps {
  readonly accountId: string;
  readonly unmapped: UnmappedView;
  readonly connected: (view: ConnectedView) => void;
}

/** The spreadsheet that was let in, and is the account's once its columns are known. It is still here for a person who comes back. */
export function TellColumns({ accountId, unmapped: { kind, title, url }, connected }: TellColumnsProps) {
  const text = useTexts().workbookConnect;
  const adopt = useAction('workbook.adopt');
  const drop = useAction('workbook.dropUnmapped');
  const provider = useWorkbookKind(kind)?.provider ?? '';
  const [isAsking, { open, close }] = useDisclosure();
  // What is connected waits no longer, so that this part is gone by the time the answer comes: only a promise still hears it.
  const save = (mapping: ColumnMapping): void =>
    void adopt.mutateAsync({ accountId, mapping }).then(connected, () => undefined);
  return (
    <Stack gap="md">
      <div>
        <Text size="sm">
          {text.unmapped({ provider })}{' '}
          <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
            {title}
          </Anchor>
        </Text>
        <Text size="sm" mt={4}>
          {text.unmappedAbout}
        </Text>
        <Button variant="subtle" color="red" size="compact-sm" mt="xs" onClick={open}>
          {text.drop}
        </Button>
      </div>
      <MappingEditor
        accountId={accountId}
        of={{ unmapped: true }}
        save={save}
        isSaving={adopt.isPending}
        failure={adopt.error}
        close={null}
      />
      <Confirm
        title={text.dropTitle({ title })}
        yes={text.drop}
        isOpen={isAsking}
        isPending={drop.isPending}
        failure={drop.error}
        confirm={() => drop.mutate({ accountId }, { onSuccess: close })}
        close={close}
      >
        <Text size="sm">{text.dropWhat({ provider })}</Text>
      </Confirm>
    </Stack>
  );
}
