import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useAction } from '../../control/use-control.ts';
import { useTexts } from '../../words/words.tsx';
import { FolderForm } from './add/folder-form.tsx';
import { folderOf, movesFiles } from './state.ts';

export function ChangeFolder({
  connection,
  close,
}: {
  readonly connection: ConnectionView;
  readonly close: () => void;
}) {
  const text = useTexts().connectionsAdd;
  const update = useAction('connection.update');
  return (
    <FolderForm
      begun={{ folder: folderOf(connection) ?? '', afterwards: movesFiles(connection) ? 'move' : 'leave' }}
      submitLabel={text.save}
      isPending={update.isPending}
      failure={update.error}
      submit={(folder) =>
        update.mutate(
          { connectionId: connection.id, settings: { source: 'statements', ...folder } },
          { onSuccess: close },
        )
      }
      cancel={close}
    />
  );
}
