import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeletedRow } from '../../../../src/contract/control/deleted.ts';
import { useAction } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { FollowRun } from '../../../parts/follow-run.tsx';
import { Pager } from '../../../parts/pager.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import classes from './deleted.module.css';

const PAGE = 50;

/** Several can be put back at once, also over pages. */
export function DeletedRows({ accountId, rows }: { readonly accountId: string; readonly rows: readonly DeletedRow[] }) {
  const text = useTexts().activityDeleted;
  const format = useFormat();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wantedPage, setPage] = useState(1);
  const restore = useAction('deleted.restore');
  // What came back meanwhile can no longer be chosen.
  const ids = rows.map(({ transactionId }) => transactionId).filter((id) => chosen.has(id));
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(rows.length / PAGE)));
  const choose = (id: string): void => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
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
              restore.mutate({ accountId, transactionIds: ids }, { onSuccess: () => setChosen(new Set()) })
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
                setChosen(new Set(ids.length === rows.length ? [] : rows.map(({ transactionId }) => transactionId)))
              }
              mb="xs"
            />
            <ul className={classes['list']}>
              {rows.slice((page - 1) * PAGE, page * PAGE).map((row) => (
                <DeletedLine
                  key={row.transactionId}
                  row={row}
                  isChosen={chosen.has(row.transactionId)}
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
      <div className={classes['what']}>
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
