import { Anchor, Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { DeletedRow } from '../../../src/contract/control/transactions.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pager } from '../../parts/pager.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../parts/states.tsx';
import classes from './activity.module.css';

export function DeletedPage() {
  const { account } = useAccount();
  const text = useTexts().activityDeleted;
  const activityText = useTexts().activity;
  const { data: rows, error, refetch } = useAnswer('deleted.list', { accountId: account.id });
  return (
    <>
      <Anchor component={Link} href="/activity" size="sm">
        {activityText.all}
      </Anchor>
      <PageTitle title={text.title} about={text.about} />
      {rows === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <DeletedRows key={account.id} accountId={account.id} rows={rows} />
      )}
    </>
  );
}

const PAGE = 50;

/** The selection spans pages. */
function DeletedRows({ accountId, rows }: { readonly accountId: string; readonly rows: readonly DeletedRow[] }) {
  const text = useTexts().activityDeleted;
  const format = useFormat();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [wantedPage, setPage] = useState(1);
  const restore = useAction('deleted.restore');
  // Excludes rows restored in the meantime.
  const ids = rows.map(({ transactionId }) => transactionId).filter((id) => selectedIds.has(id));
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(rows.length / PAGE)));
  const choose = (id: string): void => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  };
  return (
    <Card
      title={text.list}
      actions={
        rows.length > 0 && (
          <Button
            size="xs"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={ids.length === 0}
            loading={restore.isPending}
            onClick={() =>
              restore.mutate({ accountId, transactionIds: ids }, { onSuccess: () => setSelectedIds(new Set()) })
            }
          >
            {text.restore({ count: ids.length, rows: format.number(ids.length) })}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {restore.error !== null && <ErrorState failure={restore.error} />}
        {restore.data !== undefined && <FollowRun key={restore.data.runId} runId={restore.data.runId} />}
        {rows.length === 0 ? (
          <EmptyState>{text.none}</EmptyState>
        ) : (
          <div>
            <Checkbox
              label={text.all}
              checked={ids.length === rows.length}
              indeterminate={ids.length > 0 && ids.length < rows.length}
              onChange={() =>
                setSelectedIds(
                  new Set(ids.length === rows.length ? [] : rows.map(({ transactionId }) => transactionId)),
                )
              }
              mb="xs"
            />
            <ul className={classes['list']}>
              {rows.slice((page - 1) * PAGE, page * PAGE).map((row) => (
                <DeletedLine
                  key={row.transactionId}
                  row={row}
                  isChosen={selectedIds.has(row.transactionId)}
                  choose={() => choose(row.transactionId)}
                />
              ))}
            </ul>
            <Pager total={rows.length} size={PAGE} page={page} turn={setPage} />
          </div>
        )}
      </Stack>
    </Card>
  );
}

function DeletedLine({
  row: { date, description, amount, currency, account, category },
  isChosen,
  choose,
}: {
  readonly row: DeletedRow;
  readonly isChosen: boolean;
  readonly choose: () => void;
}) {
  const text = useTexts().activityDeleted;
  const format = useFormat();
  const what = description === '' ? text.noDescription : description;
  return (
    <li className={classes['line']}>
      <Checkbox
        aria-label={text.choose({ what: `${format.day(date)}, ${what}, ${format.money(amount, currency)}` })}
        checked={isChosen}
        onChange={choose}
      />
      <div className={classes['description']}>
        <Text size="sm" fw={500}>
          {what}
        </Text>
        <Text size="xs" c="dimmed">
          {[format.day(date), account, category].filter((fact) => fact !== '').join(' · ')}
        </Text>
      </div>
      <Text size="sm" data-figures>
        {format.money(amount, currency)}
      </Text>
    </li>
  );
}
