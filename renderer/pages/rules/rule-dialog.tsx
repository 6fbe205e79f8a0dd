import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RuleInput, ShownRuleInput } from '../../../src/contract/control/rules.ts';
import type { Run } from '../../../src/contract/control/runs.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { useRun } from '../../parts/use-run.ts';
import { type ReadyRule, RuleForm, TrialRows } from './rule-form.tsx';

interface RuleDialogProps {
  readonly accountId: string;
  /** What the form begins with. */
  readonly start: RuleInput;
  /** The rule that is edited, as it is shown; null for a new one. */
  readonly editing: ShownRuleInput | null;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** A rule: typed, tried on what is there, confirmed where it does more than wait for new rows, written to the Rules sheet. */
export function RuleDialog({ accountId, start, editing, isOpen, close }: RuleDialogProps) {
  const text = useTexts().rules;
  return (
    <Dialog title={editing === null ? text.title : text.editTitle} isOpen={isOpen} close={close} size="lg">
      {isOpen && <Begin accountId={accountId} start={start} editing={editing} close={close} />}
    </Dialog>
  );
}

/** A sheet that is missing is offered first; one that goes while a rule is typed takes nothing of it away. */
function Begin(props: StepsProps) {
  const { data: workbook, error } = useAnswer('workbook.get', { accountId: props.accountId });
  const [hasBegun, setBegun] = useState(false);
  const lacksSheet = workbook?.missingSheets.includes('rules') === true;
  if (!hasBegun && !lacksSheet && (workbook !== undefined || error !== null)) setBegun(true);
  if (hasBegun) return <RuleSteps {...props} />;
  return lacksSheet ? <NoRulesSheet accountId={props.accountId} /> : <LoadingState height={240} />;
}

/** A workbook without a sheet for rules is given one before anything is typed. */
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
    const typed = (next: ReadyRule): void => {
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
        ready={typed}
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
  if (run !== null) return <Written run={run} isNew={editing === null} close={close} />;
  if (isPending || ready === null) {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text>{editing === null ? text.adding : text.saving}</Text>
      </Group>
    );
  }
  return <Sure ready={ready} isNew={editing === null} back={back} yes={() => send(ready)} />;
}

function Sure({
  ready: { rule, trial, applyToOld },
  isNew,
  back,
  yes,
}: {
  readonly ready: ReadyRule;
  readonly isNew: boolean;
  readonly back: () => void;
  readonly yes: () => void;
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
        <Button variant="default" onClick={back} ref={focused}>
          {text.back}
        </Button>
        <Button onClick={yes}>{count > 0 ? alsoFills : justWrites}</Button>
      </Group>
    </Stack>
  );
}

function Written({
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
        <Button onClick={close} ref={focused}>
          {text.done}
        </Button>
      </Group>
    </Stack>
  );
}

/** Each step takes the focus along, which would be lost with the button that led to it. */
function focused(button: HTMLButtonElement | null): void {
  button?.focus();
}
