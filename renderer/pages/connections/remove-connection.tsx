import { List, Text } from '@mantine/core';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import { useAction } from '../../control/use-control.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useSourceTexts } from '../../kinds/use-kind-texts.ts';
import { useTexts } from '../../words/words.tsx';
import { folderOf } from './state.ts';

/** Says what goes and what stays. */
export function RemoveConnection({
  connection,
  kind,
  isOpen,
  removed,
  close,
}: {
  readonly connection: ConnectionView;
  readonly kind: SourceKindView | null;
  readonly isOpen: boolean;
  readonly removed: (isRevoked: boolean) => void;
  readonly close: () => void;
}) {
  const text = useTexts().connections;
  const remove = useAction('connection.remove');
  const say = useSourceTexts();
  const removal = kind === null ? undefined : say(kind.id).removal;
  const folder = folderOf(connection);
  return (
    <Confirm
      title={text.removeTitle({ name: connection.name })}
      yes={text.remove}
      isOpen={isOpen}
      isPending={remove.isPending}
      failure={remove.error}
      confirm={() => {
        // Of the action and not of this call: the connection may be off the page before its answer arrives.
        void remove
          .mutateAsync({ connectionId: connection.id })
          .then(({ revoked }) => removed(revoked !== false))
          .then(close, () => undefined);
      }}
      close={close}
    >
      <Text>{text.removeWhat}</Text>
      <List size="sm" mt="xs" spacing={4}>
        <List.Item>{text.removeStays}</List.Item>
        {removal !== undefined && <List.Item>{removal}</List.Item>}
        {folder !== null && <List.Item>{text.removeFolder({ folder })}</List.Item>}
      </List>
    </Confirm>
  );
}
