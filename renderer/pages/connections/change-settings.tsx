import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import { useAction } from '../../control/use-control.ts';
import { useTexts } from '../../words/words.tsx';
import { SourceForm } from './add/source-form.tsx';

export function ChangeSettings({
  connection,
  kind,
  close,
}: {
  readonly connection: ConnectionView;
  readonly kind: SourceKindView;
  readonly close: () => void;
}) {
  const text = useTexts().connectionsAdd;
  const update = useAction('connection.update');
  return (
    <SourceForm
      kind={kind}
      part={kind.access?.asksInBrowser === true ? 'changeable' : 'settings'}
      begun={connection.settings}
      submitLabel={text.save}
      isPending={update.isPending}
      failure={update.error}
      submit={({ settings }) => update.mutate({ connectionId: connection.id, settings }, { onSuccess: close })}
      cancel={close}
    />
  );
}
