import { useState } from 'react';
import type { ColumnMapping } from '../../../../src/contract/control/workbook.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAction } from '../../../base/control/use-control.ts';
import { Confirm } from '../../../parts/dialogs.tsx';
import { MessageText } from '../../../parts/message-text.tsx';
import { MappingEditor } from './mapping-editor.tsx';

interface SetColumnsProps {
  readonly accountId: string;
  readonly done: (wasSaved: boolean) => void;
}

/** Maps the columns of the account's workbook. If transaction ids are unknown, the user confirms once more. */
export function SetColumns({ accountId, done }: SetColumnsProps) {
  const text = useTexts().workbookMapping;
  const map = useAction('workbook.map');
  const [doubtful, setDoubtful] = useState<ColumnMapping | null>(null);
  const save = (mapping: ColumnMapping, anyway: boolean): void =>
    map.mutate(
      { accountId, mapping, anyway },
      {
        onSuccess: () => done(true),
        onError: ({ code }) => setDoubtful(code === 'workbook_map_unknown' ? mapping : null),
      },
    );
  return (
    <>
      <MappingEditor
        accountId={accountId}
        save={(mapping) => save(mapping, false)}
        isSaving={map.isPending}
        failure={doubtful === null ? map.error : null}
        close={() => done(false)}
      />
      <Confirm
        title={text.anywayTitle}
        confirmLabel={text.anyway}
        isOpen={doubtful !== null}
        isPending={map.isPending}
        confirm={() => doubtful !== null && save(doubtful, true)}
        close={() => setDoubtful(null)}
      >
        {map.error !== null && <MessageText message={map.error} />}
      </Confirm>
    </>
  );
}

/** Problems solved by mapping columns. */
export const NEEDS_MAPPING: ReadonlySet<string> = new Set([
  'workbook_column_lost',
  'workbook_ambiguous_column',
  'workbook_sheet_missing',
]);
