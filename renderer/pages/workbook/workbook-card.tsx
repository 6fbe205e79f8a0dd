import { Anchor, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DisconnectedView, WorkbookView } from '../../../src/contract/control/workbook.ts';
import { useAction } from '../../control/use-control.ts';
import { useWorkbookTexts } from '../../kinds/use-kind-texts.ts';
import { useWorkbookKind } from '../../kinds/use-kinds.ts';
import { Card } from '../../parts/card.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { OpenWorkbook } from '../../parts/open-workbook.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './workbook.module.css';

/** The connected workbook, and how to disconnect it. */
export function WorkbookCard({
  accountId,
  workbook,
  disconnected,
}: {
  readonly accountId: string;
  readonly workbook: WorkbookView;
  readonly disconnected: (view: DisconnectedView & { readonly kind: string }) => void;
}) {
  const text = useTexts().workbook;
  const format = useFormat();
  const disconnect = useAction('workbook.disconnect');
  const [isAsking, { open, close }] = useDisclosure();
  const { place, transactions, asOf, lists } = workbook;
  const say = useWorkbookTexts();
  const kind = useWorkbookKind(place.kind);
  // Without a workbook this part is gone, perhaps before the answer comes: only a promise still hears it.
  const leave = (): void =>
    void disconnect.mutateAsync({ accountId }).then(
      (view) => {
        disconnected({ ...view, kind: place.kind });
        close();
      },
      () => undefined,
    );
  return (
    <Card
      title={text.which}
      actions={
        <Button variant="subtle" color="red" size="xs" onClick={open}>
          {text.disconnect}
        </Button>
      }
    >
      <Facts
        facts={[
          [
            kind === null ? place.kind : say(kind.id).name,
            'path' in place ? (
              <Group key="file" gap="xs">
                <span className={classes['address']}>{place.path}</span>
                <OpenWorkbook accountId={accountId} workbook={workbook} />
              </Group>
            ) : (
              <Anchor
                key="page"
                href={place.url}
                target="_blank"
                rel="noopener noreferrer"
                size="sm"
                title={text.opens}
              >
                {place.title}
              </Anchor>
            ),
          ],
          transactions !== null && [text.sheet, transactions.name],
          [text.read, asOf === null ? text.never : format.moment(asOf)],
          [text.lists, format.list([text.categories({ count: lists.categories }), text.rules({ count: lists.rules })])],
        ]}
      />
      <Confirm
        title={text.disconnectTitle}
        yes={text.disconnect}
        isOpen={isAsking}
        isPending={disconnect.isPending}
        failure={disconnect.error}
        confirm={leave}
        close={close}
      >
        {kind !== null && say(kind.id).disconnecting}
      </Confirm>
    </Card>
  );
}
