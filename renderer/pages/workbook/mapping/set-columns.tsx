import { useState } from 'react';
import type { ColumnMapping } from '../../../../src/contract/control/workbook.ts';
import { useTexts } from '../../../base/words.tsx';
import { Confirm } from '../../../parts/dialogs.tsx';
import { MessageText } from '../../../parts/message-text.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { useAccountAction } from '../../../parts/account-context.tsx';

/** Maps the columns of the account's workbook. Asks for confirmation if the id column contains no known transaction id. */
export function SetColumns({ done }: { readonly done: () => void }) {
  const text = useTexts().workbookMapping;
  const map = useAccountAction('workbook.map');
  const [doubtful, setDoubtful] = useState<ColumnMapping | null>(null);
  const save = (mapping: ColumnMapping, anyway: boolean): void =>
    map.mutate(
      { mapping, anyway },
      {
        onSuccess: done,
        onError: ({ code }) => setDoubtful(code === 'workbook_map_unknown' ? mapping : null),
      },
    );
  return (
    <>
      <MappingEditor
        save={(mapping) => save(mapping, false)}
        action={{ isPending: map.isPending, error: doubtful === null ? map.error : null }}
        close={done}
      />
      <Confirm
        title={text.anyway}
        confirmLabel={text.anyway}
        isOpen={doubtful !== null}
        action={{ isPending: map.isPending, error: null }}
        confirm={() => doubtful !== null && save(doubtful, true)}
        close={() => setDoubtful(null)}
      >
        {map.error !== null && <MessageText message={map.error} />}
      </Confirm>
    </>
  );
}

export const NEEDS_MAPPING: ReadonlySet<string> = new Set([
  'workbook_column_lost',
  'workbook_ambiguous_column',
  'workbook_sheet_missing',
]);
