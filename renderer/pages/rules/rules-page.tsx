import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RuleReview } from '../../../src/contract/control/rules.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../parts/states.tsx';
import { useRun } from '../../parts/use-run.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { MatchingRows } from './rule-form.tsx';
import { RuleList } from './rule-list.tsx';
import classes from './rules.module.css';

const NOTHING = { description: '', category: '', minAmount: null, maxAmount: null };

export function RulesPage() {
  const { account } = useAccount();
  const accountId = account.id;
  const text = useTexts().rules;
  const [isAdding, setAdding] = useState(false);
  const { data: workbook } = useAnswer('workbook.get', { accountId });
  const hasWorkbook = workbook !== undefined && workbook !== null;
  const { data: review, error, refetch } = useAnswer('rule.review', hasWorkbook ? { accountId } : null);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  );
  if (workbook === null)
    return (
      <>
        <PageTitle title={text.page} about={text.about} />
        <EmptyState
          action={
            <Button component={Link} href="/workbook">
              {text.toWorkbook}
            </Button>
          }
        >
          {text.noWorkbook}
        </EmptyState>
      </>
    );
  // Notes about listed rules appear beside the rule instead.
  const notes = workbook?.notes.filter(({ sheet, code }) => sheet === 'rules' && code !== 'rule_broken') ?? [];
  return (
    <>
      <PageTitle title={text.page} about={text.about}>
        {review !== undefined && review.rules.length > 0 && add}
      </PageTitle>
      {review === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Stack gap="lg">
          {review.rules.length === 0 ? (
            <Card title={text.list}>
              <EmptyState action={add}>{text.noRules}</EmptyState>
            </Card>
          ) : (
            <>
              <ApplyRules accountId={accountId} review={review} />
              <RuleList accountId={accountId} rules={review.rules} />
            </>
          )}
          {notes.length > 0 && <UnusedLines notes={notes} />}
        </Stack>
      )}
      <RuleDialog
        accountId={accountId}
        start={NOTHING}
        editing={null}
        isOpen={isAdding}
        close={() => setAdding(false)}
      />
    </>
  );
}

/** Lines of the Rules sheet that are incomplete. */
function UnusedLines({ notes }: { readonly notes: WorkbookView['notes'] }) {
  const text = useTexts().rules;
  return (
    <Card title={text.unused}>
      <Stack component="ul" gap="xs" className={classes['plain'] ?? ''}>
        {notes.map((note, place) => (
          // Two notes may be equal to the letter.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <MessageText message={{ ...note, remedy: null }} />
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function ApplyRules({
  accountId,
  review: { uncategorised, fillable },
}: {
  readonly accountId: string;
  readonly review: RuleReview;
}) {
  const text = useTexts().rules;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Card title={text.without}>
      <Group justify="space-between" gap="sm">
        <Text>
          {uncategorised === 0
            ? text.allHave
            : `${text.lack({ rows: text.rows({ count: uncategorised }), count: uncategorised })} ${text.fillable({ count: fillable })}`}
        </Text>
        {(fillable > 0 || isOpen) && (
          <Button variant="light" leftSection={<IconWand size={16} aria-hidden />} onClick={open}>
            {text.applyRules}
          </Button>
        )}
      </Group>
      <Dialog title={text.applyTitle} isOpen={isOpen} close={close} size="lg">
        {isOpen && <Steps accountId={accountId} close={close} />}
      </Dialog>
    </Card>
  );
}

function Steps({ accountId, close }: { readonly accountId: string; readonly close: () => void }) {
  const text = useTexts().rules;
  const partText = useTexts().parts;
  const { data: preview, error, refetch } = useAnswer('rule.previewApply', { accountId });
  const apply = useRun('rule.apply');
  if (apply.run !== null) {
    const { id, counts } = apply.run;
    const filled = counts.updated - counts.kept;
    return (
      <Stack gap="md">
        <div role="status">
          <Text>{text.applied({ rows: text.rows({ count: filled }) })}</Text>
          {counts.kept > 0 && <Text size="sm">{text.kept({ rows: text.rows({ count: counts.kept }) })}</Text>}
        </div>
        <Anchor component={Link} href={`/activity/${id}`} size="sm">
          {text.undoIn}
        </Anchor>
        <Group justify="flex-end">
          <Button onClick={close} ref={(button) => button?.focus()}>
            {text.done}
          </Button>
        </Group>
      </Stack>
    );
  }
  if (preview === undefined) return <LoadingState height={200} failure={error} retry={refetch} />;
  return (
    <Stack gap="md">
      <Text size="sm">{text.applyWhat({ rows: text.rows({ count: preview.count }) })}</Text>
      {preview.count > 0 && (
        <MatchingRows
          rows={preview.rows}
          total={preview.count}
          label={text.applyTable}
          lastHead={text.getsHead}
          lastCell={({ gets }) => gets}
        />
      )}
      {apply.failure !== null && <ErrorState failure={apply.failure} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close} data-autofocus>
          {partText.cancel}
        </Button>
        {preview.count > 0 && (
          <Button loading={apply.isPending} onClick={() => apply.begin({ accountId })}>
            {text.applyYes({ rows: text.rows({ count: preview.count }) })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
