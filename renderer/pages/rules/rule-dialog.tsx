import { Alert, Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import type { RuleInput, ShownRuleInput } from '../../../src/contract/control/rules.ts';
import { useTexts } from '../../base/words.tsx';
import { Dialog } from '../../parts/dialogs.tsx';
import { FollowRun, useRun } from '../../parts/follow-run.tsx';
import { ErrorState, LoadingState } from '../../parts/layout.tsx';
import { PageLink } from '../../parts/links.tsx';
import { proposeRule } from './propose-pattern.ts';
import { type ReadyRule, RuleForm } from './rule-form.tsx';
import { useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';

export function MakeRule({ from, ...button }: { readonly from: Parameters<typeof proposeRule>[0] } & ButtonProps) {
  const text = useTexts().rules;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="light" leftSection={<IconWand size={16} aria-hidden />} onClick={open} {...button}>
        {text.add}
      </Button>
      <RuleDialog start={proposeRule(from)} editing={null} isOpen={isOpen} close={close} />
    </>
  );
}

interface RuleDialogProps extends StepsProps {
  readonly isOpen: boolean;
}

export function RuleDialog({ start, editing, isOpen, close }: RuleDialogProps) {
  const { rules: text, parts } = useTexts();
  return (
    <Dialog title={editing === null ? text.add : parts.edit} isOpen={isOpen} close={close} size="lg">
      {isOpen && <RulesSheetGate start={start} editing={editing} close={close} />}
    </Dialog>
  );
}

/** Offers to add a missing Rules sheet first. If the sheet disappears later, the input is kept. */
function RulesSheetGate(props: StepsProps) {
  const text = useTexts().additions;
  const { data: workbook, error } = useAccountAnswer('workbook.get');
  const add = useAccountAction('workbook.addMissing');
  const [hasBegun, setBegun] = useState(false);
  const lacksSheet = workbook?.missingSheets.includes('rules') === true;
  if (!hasBegun && !lacksSheet && (workbook !== undefined || error !== null)) setBegun(true);
  if (hasBegun) return <RuleSteps {...props} />;
  if (!lacksSheet) return <LoadingState height={240} />;
  if (add.data !== undefined) return <FollowRun runId={add.data.runId} />;
  return (
    <Alert>
      <Stack gap="sm">
        <Text size="sm">{text.rules}</Text>
        <ErrorState failure={add.error} />
        <Group>
          <Button
            size="xs"
            loading={add.isPending}
            onClick={() => add.mutate({ add: { columns: [], sheets: ['rules'] } })}
          >
            {text.addRules}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

interface StepsProps {
  readonly start: RuleInput;
  readonly editing: ShownRuleInput | null;
  readonly close: () => void;
}

function RuleSteps({ start, editing, close }: StepsProps) {
  const { rules: text, parts, transactions } = useTexts();
  const add = useRun('rule.add');
  const edit = useRun('rule.edit');
  const action = editing === null ? add : edit;
  const send = (input: ReadyRule): void => {
    if (editing === null) add.begin(input);
    else edit.begin({ ...input, shown: editing });
  };
  if (action.run === null)
    return <RuleForm replaces={editing?.place ?? null} start={start} action={action} submit={send} close={close} />;
  const { id, counts } = action.run;
  const filled = counts.updated - counts.kept;
  return (
    <Stack gap="md">
      <div role="status">
        <Text>{text.saved}</Text>
        {filled > 0 && <Text size="sm">{transactions.categorySet({ count: filled })}</Text>}
        {counts.kept > 0 && <Text size="sm">{transactions.categoryKept({ count: counts.kept })}</Text>}
      </div>
      <PageLink to={`/activity/${id}`}>{parts.report}</PageLink>
      <Group justify="flex-end">
        {/* Takes the focus, because the button that the user pressed is gone. */}
        <Button onClick={close} ref={(button) => button?.focus()}>
          {parts.done}
        </Button>
      </Group>
    </Stack>
  );
}
