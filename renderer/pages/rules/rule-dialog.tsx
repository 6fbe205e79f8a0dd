import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RuleInput, ShownRuleInput } from '../../../src/contract/control/rules.ts';
import type { Run } from '../../../src/contract/control/runs.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { useRun } from '../../parts/use-run.ts';
import { type ReadyRule, RuleForm, TrialRows } from './rule-form.tsx';

interface RuleDialogProps {
  readonly accountId: string;
  /** The initial values. */
  readonly start: RuleInput;
  /** The rule to edit; null for a new one. */
  readonly editing: ShownRuleInput | null;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Enter a rule, try it on existing rows, confirm if it changes any, write it to the Rules sheet. */
export function RuleDialog({ accountId, start, editing, isOpen, close }: RuleDialogProps) {
  const text = useTexts().rules;
  return (
    <Dialog title={editing === null ? text.title : text.editTitle} isOpen={isOpen} close={close} size="lg">
      {isOpen && <RulesSheetGate accountId={accountId} start={start} editing={editing} close={close} />}
    </Dialog>
  );
}

/** Offers to add a missing Rules sheet first. If the sheet disappears later, the input is kept. */
function RulesSheetGate(props: StepsProps) {
  const { data: workbook, error } = useAnswer('workbook.get', { accountId: props.accountId });
  const [hasBegun, setBegun] = useState(false);
  const lacksSheet = workbook?.missingSheets.includes('rules') === true;
  if (!hasBegun && !lacksSheet && (workbook !== undefined || error !== null)) setBegun(true);
  if (hasBegun) return <RuleSteps {...props} />;
  return lacksSheet ? <NoRulesSheet accountId={props.accountId} /> : <LoadingState height={240} />;
}

function NoRulesSheet({ accountId }: { readonly accountId: string }) {
  const text = useTexts().additions;
  const add = useAction('workbook.addMissing');
  if (add.data !== undefined) return <FollowRun runId={add.data.runId} />;
  return (
    <Alert>
      <Stack gap="sm">
        <Text size="sm">{text.rules}</Text>
        {add.error !== null && <ErrorState failure={add.error} />}
        <Group>
          <Button
            size="xs"
            loading={add.isPending}
            onClick={() => add.mutate({ accountId, add: { columns: [], sheets: ['rules'] } })}
          >
            {text.addRules}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

interface StepsProps {
  readonly accountId: string;
  readonly start: RuleInput;
  readonly editing: ShownRuleInput | null;
  readonly close: () => void;
}

function RuleSteps({ accountId, start, editing, close }: StepsProps) {
  const text = useTexts().rules;
  const [ready, setReady] = useState<ReadyRule | null>(null);
  const [isTyping, setTyping] = useState(true);
  const add = useRun('rule.add');
  const edit = useRun('rule.edit');
  const { isPending, failure, run } = editing === null ? add : edit;
  const send = ({ rule, applyToOld, trial }: ReadyRule): void => {
    setTyping(false);
    const input = { accountId, rule, applyToOld, everyTransaction: trial?.isEverything === true };
    if (editing === null) add.begin(input);
    else edit.begin({ ...input, shown: editing });
  };
  const back = (): void => {
    add.reset();
    edit.reset();
    setTyping(true);
  };
  if (isTyping) {
    const submitted = (next: ReadyRule): void => {
      setReady(next);
      if (next.applyToOld || next.trial?.isEverything === true) setTyping(false);
      else send(next);
    };
    return (
      <RuleForm
        accountId={accountId}
        replaces={editing?.place ?? null}
        start={ready?.rule ?? start}
        wasApplied={ready?.applyToOld ?? false}
        ready={submitted}
        close={close}
      />
    );
  }
  if (failure !== null) {
    return (
      <Stack gap="md">
        <ErrorState failure={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={back}>
            {text.back}
          </Button>
        </Group>
      </Stack>
    );
  }
  if (run !== null) return <WrittenStep run={run} isNew={editing === null} close={close} />;
  if (isPending || ready === null) {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text>{editing === null ? text.adding : text.saving}</Text>
      </Group>
    );
  }
  return <ConfirmStep ready={ready} isNew={editing === null} back={back} confirmLabel={() => send(ready)} />;
}

function ConfirmStep({
  ready: { rule, trial, applyToOld },
  isNew,
  back,
  confirmLabel,
}: {
  readonly ready: ReadyRule;
  readonly isNew: boolean;
  readonly back: () => void;
  readonly confirmLabel: () => void;
}) {
  const text = useTexts().rules;
  const count = applyToOld ? (trial?.wouldCategorise ?? 0) : 0;
  const rows = trial?.rows.filter(({ wouldCategorise }) => wouldCategorise) ?? [];
  const category = rule.category.trim();
  const shown = text.rows({ count });
  const justWrites = isNew ? text.add : text.save;
  const alsoFills = isNew ? text.confirm({ rows: shown }) : text.confirmEdited({ rows: shown });
  return (
    <Stack gap="md">
      {trial?.isEverything === true && (
        <div>
          <Text fw={600}>{text.everythingTitle}</Text>
          <Text size="sm">{text.everythingWhat({ category })}</Text>
        </div>
      )}
      {count > 0 && (
        <>
          <Text fw={600}>{isNew ? text.confirmTitle : text.confirmTitleEdited}</Text>
          <Text size="sm">
            {isNew ? text.confirmWhat({ category, rows: shown }) : text.confirmWhatEdited({ category, rows: shown })}
          </Text>
          <TrialRows trial={{ rows, matches: count }} category={rule.category} />
        </>
      )}
      <Text size="sm" c="dimmed">
        {text.confirmUndo}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={back} ref={focusOnMount}>
          {text.back}
        </Button>
        <Button onClick={confirmLabel}>{count > 0 ? alsoFills : justWrites}</Button>
      </Group>
    </Stack>
  );
}

function WrittenStep({
  run: { id, counts },
  isNew,
  close,
}: {
  readonly run: Run;
  readonly isNew: boolean;
  readonly close: () => void;
}) {
  const text = useTexts().rules;
  const filled = counts.updated - counts.kept;
  return (
    <Stack gap="md">
      <div role="status">
        <Text>{isNew ? text.added : text.saved}</Text>
        {filled > 0 && <Text size="sm">{text.filled({ rows: text.rows({ count: filled }) })}</Text>}
        {counts.kept > 0 && <Text size="sm">{text.kept({ rows: text.rows({ count: counts.kept }) })}</Text>}
      </div>
      <Anchor component={Link} href={`/activity/${id}`} size="sm">
        {text.report}
      </Anchor>
      <Group justify="flex-end">
        <Button onClick={close} ref={focusOnMount}>
          {text.done}
        </Button>
      </Group>
    </Stack>
  );
}

/** Focuses the first button of each step, since the previous button is gone. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}
