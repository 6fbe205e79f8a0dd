import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useAction } from '../../control/use-control.ts';
import { useWords } from '../../words/words.tsx';
import { FolderForm } from './add/folder-form.tsx';
import { words as addWords } from './add/words.ts';
import { folderOf, movesFiles } from './state.ts';

export function ChangeFolder({
  connection,
  close,
}: {
  readonly connection: ConnectionView;
  readonly close: () => void;
}) {
  const text = useWords(addWords);
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
