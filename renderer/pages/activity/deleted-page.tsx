import { Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeletedRow } from '../../../src/contract/control/transactions.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccount, useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, PageTitle, EmptyState, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { RowsTable, Small, useAmountColumn } from '../../parts/rows-table.tsx';
import { PageLink, Button } from '../../parts/links.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useTicks } from '../../parts/ticks.tsx';

export function DeletedPage() {
  const { account } = useAccount();
  const { activityDeleted: text, activity: activityText, pageNames } = useTexts();
  const { data: rows, error, refetch } = useAccountAnswer('deleted.list');
  return (
    <>
      <PageLink to="/activity">{pageNames.activity}</PageLink>
      <PageTitle title={activityText.deleted} about={text.about} />
      {rows === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <DeletedRows key={account.id} rows={rows} />
      )}
    </>
  );
}

const PAGE = 50;

function DeletedRows({ rows }: { readonly rows: readonly DeletedRow[] }) {
  const { activityDeleted: text, column: columns, parts, activity, format } = useTexts();
  const [requestedPage, setPage] = useState(1);
  const amount = useAmountColumn<DeletedRow>();
  const restore = useAccountAction('deleted.restore');
  const ticks = useTicks({
    rows,
    keyOf: ({ transactionId }) => transactionId,
    labelOf: ({ date, description, amount, currency }) =>
      parts.named({
        label: parts.choose,
        name: `${format.day(date)}, ${description || parts.noDescription}, ${format.money(amount, currency)}`,
      }),
    allLabel: parts.selectAll,
  });
  const ids = ticks.ticked.map(({ transactionId }) => transactionId);
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(rows.length / PAGE)));
  return (
    <Card
      title={activity.deleted}
      actions={
        rows.length > 0 && (
          <Button
            size="xs"
            icon={IconArrowBackUp}
            disabled={ids.length === 0}
            loading={restore.isPending}
            onClick={() => restore.mutate({ transactionIds: ids }, { onSuccess: ticks.reset })}
          >
            {parts.restore({ count: ids.length })}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <ErrorState failure={restore.error} />
        {restore.data !== undefined && <FollowRun key={restore.data.runId} runId={restore.data.runId} />}
        {rows.length === 0 ? (
          <EmptyState>{text.none}</EmptyState>
        ) : (
          <div>
            <RowsTable
              rows={rows.slice((page - 1) * PAGE, page * PAGE)}
              keyOf={({ transactionId }) => transactionId}
              columns={[
                ticks.column,
                { head: columns.date, look: 'day', renderCell: ({ date }) => format.day(date) },
                {
                  head: columns.description,
                  renderCell: ({ description, account, category }) => (
                    <>
                      {description || parts.noDescription}
                      <Small>{[account, category].filter(Boolean).join(' · ')}</Small>
                    </>
                  ),
                },
                amount,
              ]}
            />
            <Pager total={rows.length} size={PAGE} page={page} turn={setPage} />
          </div>
        )}
      </Stack>
    </Card>
  );
}
