import {
  Autocomplete,
  Checkbox,
  Fieldset,
  Paper,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { RuleInput, RuleTrial } from '../../../src/contract/control/rules.ts';
import { useTexts } from '../../base/words.tsx';
import type { ControlFailure } from '../../base/control/carrier.ts';
import { DialogForm, type Action } from '../../parts/dialogs.tsx';
import { MessageText, useLocalize } from '../../parts/message-text.tsx';
import { Muted } from '../../parts/links.tsx';
import { RowsTable, ScrollArea, useTransactionColumns } from '../../parts/rows-table.tsx';
import { ErrorState } from '../../parts/layout.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';

export interface ReadyRule {
  readonly rule: RuleInput;
  readonly applyToOld: boolean;
  /** True if the user confirmed that the rule matches every transaction. */
  readonly everyTransaction: boolean;
}

interface RuleFormProps {
  readonly replaces: number | null;
  readonly start: RuleInput;
  readonly action: Action;
  readonly submit: (rule: ReadyRule) => void;
  readonly close: () => void;
}

const PAUSE_MS = 250;

export function RuleForm({ replaces, start, action, submit, close }: RuleFormProps) {
  const { rules: text, column, parts, transactions, format } = useTexts();
  const [rule, setRule] = useState(start);
  const [applyToOld, setApplyToOld] = useState(false);
  const [isSure, setSure] = useState(false);
  const [wasSubmitted, setTried] = useState(false);
  const { data: categories = [] } = useAccountAnswer('rule.categories');
  const [debouncedRule] = useDebouncedValue(rule, PAUSE_MS);
  const isEmpty = rule.description.trim() === '';
  const { data, error, isFetching, refetch } = useAccountAnswer(
    'rule.try',
    debouncedRule.description.trim() === '' ? null : { rule: debouncedRule, ...(replaces !== null && { replaces }) },
  );
  const [last, setLast] = useState<RuleTrial | null>(null);
  if (data !== undefined && data !== last) setLast(data);
  const trial = isEmpty ? null : (data ?? last);
  const localize = useLocalize();
  const problem = trial?.problem == null ? null : localize(trial.problem).what;
  const isBehind = isFetching || debouncedRule !== rule;
  const count = trial?.wouldCategorise ?? 0;
  const fills = applyToOld && count > 0;
  const isEverything = trial?.isEverything === true;
  const isNew = replaces === null;
  const set = (changes: Partial<RuleInput>): void => setRule((before) => ({ ...before, ...changes }));
  /** The field shows an amount in the user's format; the rule stores it with a decimal point. */
  const bound = (label: string, field: 'minAmount' | 'maxAmount') => (
    <NumberInput
      label={label}
      value={rule[field] ?? ''}
      onChange={(next) => set({ [field]: String(next) || null })}
      decimalSeparator={format.decimalMark}
      allowedDecimalSeparators={[format.decimalMark, '.']}
      hideControls
      inputMode="decimal"
    />
  );
  const send = (): void => {
    setTried(true);
    if (isEmpty || rule.category.trim() === '') return;
    // While the trial (the preview of the rule) lags behind the typed text, the service validates the rule instead.
    if (!isBehind && (trial === null || trial.problem !== null || trial.exists)) return;
    if (isEverything && !isSure) return;
    submit({ rule, applyToOld: fills, everyTransaction: isEverything });
  };
  return (
    <DialogForm
      submitLabel={fills ? text.alsoFills({ isNew: isNew ? 'yes' : 'other', count }) : isNew ? text.add : parts.save}
      action={{ isPending: action.isPending || ((fills || isEverything) && isBehind), error: action.error }}
      submit={send}
      close={close}
    >
      <TextInput
        label={text.description}
        description={text.descriptionAbout}
        value={rule.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        error={isEmpty ? wasSubmitted && parts.required : (problem ?? (trial?.exists === true && text.exists))}
        maxLength={1000}
        data-autofocus
        required
      />
      <Autocomplete
        label={column.category}
        placeholder={parts.choose}
        rightSection={<IconSelector size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        value={rule.category}
        onChange={(category) => set({ category })}
        data={[...new Set(categories)]}
        limit={200}
        error={wasSubmitted && rule.category.trim() === '' && parts.required}
        maxLength={200}
        required
      />
      {/* If the Rules sheet lacks a column for one of these options, the service's error names it. */}
      <details open={[start.minAmount, start.maxAmount, start.account, start.renameTo].some((value) => value != null)}>
        <summary>{text.moreOptions}</summary>
        <Stack gap="md" mt="md">
          <Fieldset variant="unstyled" legend={text.bounds} fz="sm" styles={{ legend: { fontWeight: 600 } }}>
            <SimpleGrid cols={2} spacing="sm">
              {bound(transactions.from, 'minAmount')}
              {bound(transactions.to, 'maxAmount')}
            </SimpleGrid>
            <Muted size="xs" mt="xs">
              {text.boundsAbout}
            </Muted>
          </Fieldset>
          <TextInput
            label={text.account}
            description={text.accountAbout}
            value={rule.account ?? ''}
            onChange={({ currentTarget }) => set({ account: currentTarget.value })}
            maxLength={200}
          />
          <TextInput
            label={text.renameTo}
            description={text.renameToAbout}
            value={rule.renameTo ?? ''}
            onChange={({ currentTarget }) => set({ renameTo: currentTarget.value })}
            maxLength={1000}
          />
        </Stack>
      </details>
      {!isEmpty && <Trial trial={trial} failure={error} retry={refetch} isBehind={isBehind} category={rule.category} />}
      {count > 0 && (
        <Checkbox
          label={text.apply({ count })}
          checked={fills}
          onChange={({ currentTarget }) => setApplyToOld(currentTarget.checked)}
        />
      )}
      {isEverything && (
        <Checkbox
          label={text.everything}
          description={text.everythingWhat({ category: rule.category.trim() })}
          checked={isSure}
          error={wasSubmitted && !isSure && parts.required}
          onChange={({ currentTarget }) => setSure(currentTarget.checked)}
        />
      )}
    </DialogForm>
  );
}

interface TrialProps {
  readonly trial: RuleTrial | null;
  readonly failure: ControlFailure | null;
  readonly retry: () => unknown;
  readonly isBehind: boolean;
  readonly category: string;
}

function Trial({ trial, failure, retry, isBehind, category }: TrialProps) {
  const { rules: text, column: columns, preview, parts, pageNames } = useTexts();
  const transactionColumns = useTransactionColumns<RuleTrial['rows'][number]>();
  if (trial === null && failure !== null) return <ErrorState failure={failure} retry={retry} />;
  return (
    <Paper component="section" withBorder p="sm" aria-busy={isBehind}>
      <Title order={3} size="sm" mb={4}>
        {preview.title}
      </Title>
      <div role="status">{trial === null ? <Text size="sm">{parts.loading}</Text> : <Counts trial={trial} />}</div>
      {trial !== null && trial.rows.length > 0 && (
        <ScrollArea label={pageNames.transactions}>
          <RowsTable
            rows={trial.rows}
            columns={[
              ...transactionColumns,
              {
                head: columns.category,
                renderCell: (row) =>
                  row.wouldCategorise && category.trim() !== '' ? text.gets({ category }) : row.category,
              },
            ]}
          />
        </ScrollArea>
      )}
    </Paper>
  );
}

function Counts({ trial: { matches, uncategorised, earlier, problem } }: { readonly trial: RuleTrial }) {
  const { rules: text, transactions } = useTexts();
  if (problem !== null) return <MessageText message={problem} />;
  if (matches === 0) return <Text size="sm">{text.none}</Text>;
  return (
    <Stack gap={2}>
      <Text size="sm">
        {text.fits({ rows: transactions.counts({ count: matches }) })} {text.empty({ count: uncategorised })}
      </Text>
      {earlier !== null && <Text size="sm">{text.earlier({ ...earlier, count: earlier.takes })}</Text>}
    </Stack>
  );
}
