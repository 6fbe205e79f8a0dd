import { Autocomplete, Checkbox, Fieldset, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { RuleInput, RuleTrial } from '../../../src/contract/control/rules.ts';
import { useAnswer } from '../../control/use-control.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useTelling } from '../../problems/use-telling.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { Trial } from './trial.tsx';

export interface ReadyRule {
  readonly rule: RuleInput;
  readonly applyToOld: boolean;
  readonly trial: RuleTrial | null;
}

interface RuleFormProps {
  readonly accountId: string;
  /** The place, from 0, of the rule that is edited; null for a new one. */
  readonly replaces: number | null;
  readonly start: RuleInput;
  readonly wasApplied: boolean;
  readonly ready: (rule: ReadyRule) => void;
  readonly close: () => void;
}

/** Long enough that typing does not ask for every letter. */
const PAUSE_MS = 250;

/** A rule, and what it would do while it is typed. */
export function RuleForm({ accountId, replaces, start, wasApplied, ready, close }: RuleFormProps) {
  const text = useTexts().rules;
  const [rule, setRule] = useState(start);
  const [applyToOld, setApplyToOld] = useState(wasApplied);
  const [isTried, setTried] = useState(false);
  const { data: categories = [] } = useAnswer('rule.categories', { accountId });
  const [asked] = useDebouncedValue(rule, PAUSE_MS);
  const { data, error, isFetching, refetch } = useAnswer('rule.try', {
    accountId,
    rule: asked,
    ...(replaces !== null && { replaces }),
  });
  const [last, setLast] = useState<RuleTrial | null>(null);
  if (data !== undefined && data !== last) setLast(data);
  const trial = data ?? last;
  const telling = useTelling();
  const problem = trial?.problem == null ? null : telling(trial.problem).what;
  const isBehind = isFetching || asked !== rule;
  const count = trial?.wouldCategorise ?? 0;
  const fills = applyToOld && count > 0;
  const isAsked = fills || trial?.isEverything === true;
  const isNew = replaces === null;
  const set = (changes: Partial<RuleInput>): void => setRule((before) => ({ ...before, ...changes }));
  const submit = (): void => {
    setTried(true);
    if (rule.category.trim() === '') return;
    // What was just typed is judged by the service, if not by what is here.
    if (!isBehind && (trial === null || trial.problem !== null || trial.exists)) return;
    ready({ rule, applyToOld: fills, trial });
  };
  return (
    <DialogForm
      submitLabel={isAsked ? text.next : isNew ? text.add : text.save}
      isPending={isAsked && isBehind}
      submit={submit}
      close={close}
    >
      <TextInput
        label={text.description}
        description={text.descriptionAbout}
        value={rule.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        error={problem ?? (trial?.exists === true ? text.exists : false)}
        maxLength={1000}
        data-autofocus
        required
      />
      <Autocomplete
        label={text.category}
        description={text.categoryAbout}
        value={rule.category}
        onChange={(category) => set({ category })}
        data={[...new Set(categories)]}
        limit={200}
        error={isTried && rule.category.trim() === '' && text.categoryMissing}
        maxLength={200}
        required
      />
      <Fieldset legend={text.bounds} p="sm">
        <Text size="sm" c="dimmed" mb="xs">
          {text.boundsAbout}
        </Text>
        <SimpleGrid cols={2} spacing="sm">
          <Bound label={text.from} value={rule.minAmount ?? ''} change={(minAmount) => set({ minAmount })} />
          <Bound label={text.to} value={rule.maxAmount ?? ''} change={(maxAmount) => set({ maxAmount })} />
        </SimpleGrid>
      </Fieldset>
      <Trial trial={trial} failure={error} again={() => void refetch()} isBehind={isBehind} category={rule.category} />
      <Checkbox
        label={count === 0 ? text.applyNone : text.apply({ rows: text.rows({ count }) })}
        description={text.applyAbout}
        checked={fills}
        disabled={count === 0}
        onChange={({ currentTarget }) => setApplyToOld(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {isNew ? text.place : text.placeEdited}
      </Text>
    </DialogForm>
  );
}

/** A decimal as the person's country writes it; text with a point outside. */
function Bound({
  label,
  value,
  change,
}: {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string | null) => void;
}) {
  const { decimalMark } = useFormat();
  return (
    <NumberInput
      label={label}
      value={value}
      onChange={(next) => change(String(next) === '' ? null : String(next))}
      decimalSeparator={decimalMark}
      allowedDecimalSeparators={[decimalMark, '.']}
      hideControls
      inputMode="decimal"
    />
  );
}
