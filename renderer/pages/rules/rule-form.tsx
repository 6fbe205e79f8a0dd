import {
  Autocomplete,
  Badge,
  Checkbox,
  Fieldset,
  NumberInput,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { RuleInput, RuleTrial } from '../../../src/contract/control/rules.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import type { ControlFailure } from '../../base/control/failure.ts';
import { useAnswer } from '../../base/control/use-control.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { MessageText, useLocalize } from '../../parts/message-text.tsx';
import { ErrorState } from '../../parts/states.tsx';
import classes from './rules.module.css';

export interface ReadyRule {
  readonly rule: RuleInput;
  readonly applyToOld: boolean;
  readonly trial: RuleTrial | null;
}

interface RuleFormProps {
  readonly accountId: string;
  /** The position, from 0, of the rule to edit; null for a new one. */
  readonly replaces: number | null;
  readonly start: RuleInput;
  readonly wasApplied: boolean;
  readonly ready: (rule: ReadyRule) => void;
  readonly close: () => void;
}

/** Debounces typing. */
const PAUSE_MS = 250;

export function RuleForm({ accountId, replaces, start, wasApplied, ready, close }: RuleFormProps) {
  const text = useTexts().rules;
  const [rule, setRule] = useState(start);
  const [applyToOld, setApplyToOld] = useState(wasApplied);
  const [wasSubmitted, setTried] = useState(false);
  const { data: categories = [] } = useAnswer('rule.categories', { accountId });
  const [debouncedRule] = useDebouncedValue(rule, PAUSE_MS);
  const { data, error, isFetching, refetch } = useAnswer('rule.try', {
    accountId,
    rule: debouncedRule,
    ...(replaces !== null && { replaces }),
  });
  const [last, setLast] = useState<RuleTrial | null>(null);
  if (data !== undefined && data !== last) setLast(data);
  const trial = data ?? last;
  const telling = useLocalize();
  const problem = trial?.problem == null ? null : telling(trial.problem).what;
  const isBehind = isFetching || debouncedRule !== rule;
  const count = trial?.wouldCategorise ?? 0;
  const fills = applyToOld && count > 0;
  const isAsked = fills || trial?.isEverything === true;
  const isNew = replaces === null;
  const set = (changes: Partial<RuleInput>): void => setRule((before) => ({ ...before, ...changes }));
  const submit = (): void => {
    setTried(true);
    if (rule.category.trim() === '') return;
    // The trial is outdated while typing, so the service decides.
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
        error={wasSubmitted && rule.category.trim() === '' && text.categoryMissing}
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
      <Trial trial={trial} failure={error} retry={() => void refetch()} isBehind={isBehind} category={rule.category} />
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

/** A decimal in the user's format; plain with a point outside of this field. */
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

interface TrialProps {
  readonly trial: RuleTrial | null;
  readonly failure: ControlFailure | null;
  readonly retry: () => void;
  /** True if the trial belongs to an earlier input. */
  readonly isBehind: boolean;
  readonly category: string;
}

function Trial({ trial, failure, retry, isBehind, category }: TrialProps) {
  const text = useTexts().rules;
  if (trial === null && failure !== null) return <ErrorState failure={failure} retry={retry} />;
  return (
    <section className={classes['trial']} aria-busy={isBehind}>
      <Title order={3} size="sm" mb={4}>
        {text.trial}
      </Title>
      <div role="status">{trial === null ? <Text size="sm">{text.trying}</Text> : <Counts trial={trial} />}</div>
      {trial !== null && trial.rows.length > 0 && <TrialRows trial={trial} category={category} />}
    </section>
  );
}

function Counts({ trial: { matches, uncategorised, earlier, problem } }: { readonly trial: RuleTrial }) {
  const text = useTexts().rules;
  const format = useFormat();
  if (problem !== null) return <MessageText message={problem} />;
  if (matches === 0) return <Text size="sm">{text.none}</Text>;
  return (
    <Stack gap={2}>
      <Text size="sm">
        {text.fits({ rows: text.rows({ count: matches }) })}{' '}
        {uncategorised === 0 ? text.emptyNone : text.empty({ rows: format.number(uncategorised) })}
      </Text>
      {earlier !== null && (
        <Text size="sm">
          {text.earlier({
            description: earlier.description,
            category: earlier.category,
            rows: format.number(earlier.takes),
          })}
        </Text>
      )}
    </Stack>
  );
}

/** Matching rows; those that would get the category come first and say so. */
export function TrialRows({
  trial: { rows, matches },
  category,
}: {
  readonly trial: Pick<RuleTrial, 'rows' | 'matches'>;
  readonly category: string;
}) {
  const text = useTexts().rules;
  const format = useFormat();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
    <div className={classes['rows']} tabIndex={0} role="region" aria-label={text.table}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.date}</Table.Th>
            <Table.Th>{text.text}</Table.Th>
            <Table.Th className={classes['amount']}>{text.amount}</Table.Th>
            <Table.Th>{text.has}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.id} ${row.row}`}>
              <Table.Td className={classes['date']}>{format.day(row.day)}</Table.Td>
              <Table.Td>{row.description}</Table.Td>
              <Table.Td className={classes['amount']}>{format.money(row.amount, row.currency)}</Table.Td>
              <Table.Td>
                {row.wouldCategorise && category.trim() !== '' ? (
                  <Badge variant="light" tt="none">
                    {text.gets({ category })}
                  </Badge>
                ) : (
                  row.category
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {matches > rows.length && (
        <Text size="sm" c="dimmed" p="xs">
          {text.more({ rows: format.number(matches - rows.length) })}
        </Text>
      )}
    </div>
  );
}
