import { Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import type { RuleReview } from '../../../src/contract/control/rules.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, PageTitle, EmptyState, LoadingState } from '../../parts/layout.tsx';
import { PageButton, Button } from '../../parts/links.tsx';
import { MessageText } from '../../parts/message-text.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { useRun, RunResult } from '../../parts/follow-run.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';

const NOTHING = { description: '', category: '', minAmount: null, maxAmount: null };

export function RulesPage() {
  const text = useTexts().rules;
  const [isAdding, setAdding] = useState(false);
  const { data: workbook } = useAccountAnswer('workbook.get');
  const { data: review, error, refetch } = useAccountAnswer('rule.review', workbook == null ? null : {});
  const add = (
    <Button icon={IconPlus} onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  );
  if (workbook === null)
    return (
      <>
        <PageTitle title={text.page} about={text.about} />
        <EmptyState action={<PageButton to="/workbook">{text.toWorkbook}</PageButton>}>{text.noWorkbook}</EmptyState>
      </>
    );
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
              <ApplyRules review={review} />
              <RuleList rules={review.rules} />
            </>
          )}
          {notes.length > 0 && <UnusedLines notes={notes} />}
        </Stack>
      )}
      <RuleDialog start={NOTHING} editing={null} isOpen={isAdding} close={() => setAdding(false)} />
    </>
  );
}

function UnusedLines({ notes }: { readonly notes: WorkbookView['notes'] }) {
  const text = useTexts().rules;
  return (
    <Card title={text.unused}>
      <Stack component="ul" gap="xs">
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

function ApplyRules({ review: { uncategorised, fillable } }: { readonly review: RuleReview }) {
  const text = useTexts().rules;
  const apply = useRun('rule.apply');
  const count = apply.run === null ? 0 : apply.run.counts.updated - apply.run.counts.kept;
  return (
    <Card title={text.without}>
      <Group justify="space-between" gap="sm">
        <Text>
          {uncategorised === 0
            ? text.allHave
            : `${text.lack({ rows: text.rows({ count: uncategorised }), count: uncategorised })} ${text.fillable({ count: fillable })}`}
        </Text>
        <Group gap="xs">
          {uncategorised > 0 && (
            <PageButton to={transactionsAddress({ category: '' })} variant="default">
              {text.review}
            </PageButton>
          )}
          {fillable > 0 && (
            <Button variant="light" icon={IconWand} loading={apply.isPending} onClick={() => apply.begin({})}>
              {text.applyYes({ rows: text.rows({ count: fillable }) })}
            </Button>
          )}
        </Group>
      </Group>
      <RunResult work={apply}>{text.applied({ rows: text.rows({ count }) })}</RunResult>
    </Card>
  );
}
