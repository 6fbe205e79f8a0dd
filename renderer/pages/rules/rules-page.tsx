import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { ApplyRules } from './apply-rules.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { UnusedLines } from './unused-lines.tsx';

const NOTHING = { description: '', category: '', minAmount: null, maxAmount: null };

/** The person's Rules sheet: what each rule does, and what can be done to it. */
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
  // What a rule of the list cannot do stands beside it.
  const notes = workbook?.notes.filter(({ sheet, code }) => sheet === 'rules' && code !== 'rule_broken') ?? [];
  return (
    <>
      <PageTitle title={text.page} about={text.about}>
        {review !== undefined && review.rules.length > 0 && add}
      </PageTitle>
      {review === undefined ? (
        <LoadingState height={480} failure={error} again={refetch} />
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
