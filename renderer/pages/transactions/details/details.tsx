import { Drawer, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { WorkbookView } from '../../../../src/contract/control/workbook.ts';
import { useAnswer } from '../../../control/use-control.ts';
import { LoadingState } from '../../../parts/loading-state.tsx';
import type { OpenTransaction } from '../../../parts/transactions-address.ts';
import { useTexts } from '../../../words/words.tsx';
import { Facts } from './facts.tsx';
import { MakeRule } from './make-rule.tsx';
import { MatchingRules } from './matching-rules.tsx';
import { SetCategory } from './set-category.tsx';
import { PlaceInSheet } from './place-in-sheet.tsx';

interface DetailsProps {
  readonly accountId: string;
  readonly open: OpenTransaction | null;
  readonly place: WorkbookView | null;
  readonly close: () => void;
}

/** All that is known of one transaction, beside the list. */
export function Details({ accountId, open, place, close }: DetailsProps) {
  const text = useTexts().transactions;
  // What was shown last stays while the drawer closes.
  const [last, setLast] = useState(open);
  if (open !== null && open !== last) setLast(open);
  return (
    <Drawer.Root opened={open !== null} onClose={close} position="right" lockScroll={false}>
      <Drawer.Overlay />
      <Drawer.Content>
        {/* The page has a banner already. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{text.details}</Drawer.Title>
          <Drawer.CloseButton aria-label={text.close} />
        </Drawer.Header>
        <Drawer.Body>
          {last !== null && <Content key={`${last.id} ${last.row}`} accountId={accountId} open={last} place={place} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Content({
  accountId,
  open,
  place,
}: {
  readonly accountId: string;
  readonly open: OpenTransaction;
  readonly place: WorkbookView | null;
}) {
  const text = useTexts().transactions;
  const { data: details, error, refetch } = useAnswer('transaction.get', { accountId, ...open });
  if (details === undefined) return <LoadingState failure={error} again={refetch} />;
  if (details === null) return <Text>{text.gone}</Text>;
  return (
    <Stack gap="lg">
      <Facts details={details} />
      <SetCategory accountId={accountId} transaction={details.transaction} />
      <PlaceInSheet accountId={accountId} row={details.transaction.row} workbook={place} />
      <MatchingRules details={details} />
      <MakeRule accountId={accountId} transaction={details.transaction} />
    </Stack>
  );
}
