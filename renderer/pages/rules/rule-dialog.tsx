import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RuleInput } from '../../../src/contract/control/rules.ts';
import type { Run } from '../../../src/contract/control/runs.ts';
import { ControlFailure } from '../../control/failure.ts';
import { useAction } from '../../control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { useTexts } from '../../words/words.tsx';
import { proposePattern } from './propose-pattern.ts';
import { RuleForm, type ReadyRule } from './rule-form.tsx';
import { TrialRows } from './trial.tsx';

interface RuleDialogProps {
  readonly accountId: string;
  /** What the rule should be made from: the description of a transaction. */
  readonly description: string;
  /** Its category, when it has one. */
  readonly category: string;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Makes a rule from a transaction: typed, tried on what is there, confirmed where rows are filled, added to the Rules sheet. */
export function RuleDialog({ accountId, description, category, isOpen, close }: RuleDialogProps) {
  const text = useTexts().rules;
  return (
    <Dialog title={text.title} isOpen={isOpen} close={close} size="lg">
      <Steps
        accountId={accountId}
        start={{ description: proposePattern(description), category, minAmount: null, maxAmount: null }}
        close={close}
      />
    </Dialog>
  );
}

function Steps({
  accountId,
  start,
  close,
}: {
  readonly accountId: string;
  readonly start: RuleInput;
  readonly close: () => void;
}) {
  const text = useTexts().rules;
  const [ready, setReady] = useState<ReadyRule | null>(null);
  const [isTyping, setTyping] = useState(true);
  const add = useAction('rule.add');
  const wait = useAction('run.wait');
  const send = ({ rule, applyToOld }: ReadyRule): void => {
    setTyping(false);
    add.mutate({ accountId, rule, applyToOld }, { onSuccess: ({ runId }) => wait.mutate({ runId }) });
  };
  const back = (): void => {
    add.reset();
    wait.reset();
    setTyping(true);
  };
  const failure = add.error ?? wait.error ?? (wait.data === undefined ? null : failureOf(wait.data));
  if (isTyping) {
    const typed = (next: ReadyRule): void => {
      setReady(next);
      if (next.applyToOld) setTyping(false);
      else send(next);
    };
    return (
      <RuleForm
        accountId={accountId}
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
  if (wait.data !== undefined) return <Added run={wait.data} close={close} />;
  if (add.isPending || wait.isPending || ready === null) {
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" aria-hidden />
        <Text>{text.adding}</Text>
      </Group>
    );
  }
  return <Sure ready={ready} back={back} yes={() => send(ready)} />;
}

function Sure({
  ready: { rule, trial },
  back,
  yes,
}: {
  readonly ready: ReadyRule;
  readonly back: () => void;
  readonly yes: () => void;
}) {
  const text = useTexts().rules;
  const count = trial?.wouldCategorise ?? 0;
  const rows = trial?.rows.filter(({ wouldCategorise }) => wouldCategorise) ?? [];
  return (
    <Stack gap="md">
      <Text fw={600}>{text.confirmTitle}</Text>
      <Text size="sm">{text.confirmWhat({ category: rule.category.trim(), rows: text.rows({ count: count }) })}</Text>
      <TrialRows trial={{ rows, matches: count }} category={rule.category} />
      <Text size="sm" c="dimmed">
        {text.confirmUndo}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={back} ref={focused}>
          {text.back}
        </Button>
        <Button onClick={yes}>{text.confirm({ rows: text.rows({ count: count }) })}</Button>
      </Group>
    </Stack>
  );
}

function Added({ run: { id, counts }, close }: { readonly run: Run; readonly close: () => void }) {
  const text = useTexts().rules;
  const filled = counts.updated - counts.kept;
  return (
    <Stack gap="md">
      <div role="status">
        <Text>{text.added}</Text>
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

/** What a run that wrote nothing has to say. */
function failureOf({ status, messages }: Run): ControlFailure | null {
  if (status === 'succeeded') return null;
  const told = messages.find(({ severity }) => severity === 'problem') ?? messages[0];
  return new ControlFailure({
    code: told?.code ?? status,
    message: told?.message ?? status,
    remedy: told?.remedy ?? '',
  });
}
