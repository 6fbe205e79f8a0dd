import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconWand } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { RuleReview, RulesPreview } from '../../../src/contract/control/rules.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useRun } from '../../parts/use-run.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './rules.module.css';

/** How many rows have no category, and what the rules would do about it. */
export function ApplyRules({
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
  if (preview === undefined) return <LoadingState height={200} failure={error} again={refetch} />;
  return (
    <Stack gap="md">
      <Text size="sm">{text.applyWhat({ rows: text.rows({ count: preview.count }) })}</Text>
      {preview.count > 0 && <PreviewedRows preview={preview} />}
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

function PreviewedRows({ preview: { rows, count } }: { readonly preview: RulesPreview }) {
  const text = useTexts().rules;
  const format = useFormat();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
    <div className={classes['tall']} tabIndex={0} role="region" aria-label={text.applyTable}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.date}</Table.Th>
            <Table.Th>{text.text}</Table.Th>
            <Table.Th className={classes['amount']}>{text.amount}</Table.Th>
            <Table.Th>{text.getsHead}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, row, day, description, amount, currency, gets }) => (
            <Table.Tr key={`${id} ${row}`}>
              <Table.Td className={classes['date']}>{format.day(day)}</Table.Td>
              <Table.Td>{description}</Table.Td>
              <Table.Td className={classes['amount']}>{format.money(amount, currency)}</Table.Td>
              <Table.Td>{gets}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {count > rows.length && (
        <Text size="sm" c="dimmed" p="xs">
          {text.more({ rows: format.number(count - rows.length) })}
        </Text>
      )}
    </div>
  );
}
