import { Badge, Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type {
  CsvAnswers,
  CsvDecided,
  CsvDecision,
  CsvInspection,
  CsvQuestion,
} from '../../../../src/contract/control/statements.ts';
import { useTexts } from '../../../base/words.tsx';
import { useTelling } from '../../../parts/message-text.tsx';
import classes from '../connections.module.css';

/** What the parts of the editor get. */
export interface Saying {
  readonly csv: CsvInspection;
  readonly answers: CsvAnswers;
  readonly say: (news: CsvAnswers) => void;
}

export function questionAbout({ questions }: CsvInspection, about: CsvQuestion['about']): CsvQuestion | undefined {
  return questions.find((question) => question.about === about);
}

function decisionAbout({ decisions }: CsvInspection, about: CsvDecision['about']): CsvDecision | undefined {
  return decisions.find((decision) => decision.about === about);
}

/** What was decided about it, where that is of this kind. */
export function decidedOf<Kind extends CsvDecided['kind']>(
  csv: CsvInspection,
  about: CsvDecision['about'],
  kind: Kind,
): Extract<CsvDecided, { readonly kind: Kind }> | undefined {
  const value = decisionAbout(csv, about)?.value;
  return value?.kind === kind ? (value as Extract<CsvDecided, { readonly kind: Kind }>) : undefined;
}

/** The title of the column that was decided on; null when none was. */
function decidedTitle(csv: CsvInspection, about: CsvDecision['about']): string | null {
  const place = decidedOf(csv, about, 'columns')?.columns[0];
  return place === undefined ? null : (csv.columns[place]?.title ?? '');
}

/** One thing about the file: chosen, with its reason, or open, with what is not clear. */
export function Subject({
  about,
  csv,
  children,
}: {
  readonly about: CsvQuestion['about'];
  readonly csv: CsvInspection;
  readonly children: ReactNode;
}) {
  const text = useTexts().connectionsMapping;
  const telling = useTelling();
  const say = (clause: CsvDecision['reason']): string => telling(clause).what;
  const question = questionAbout(csv, about);
  const decision = decisionAbout(csv, about);
  return (
    <div className={classes['subject']} data-open={question !== undefined || undefined}>
      {children}
      <div aria-live="polite">
        {question !== undefined && (
          <Text size="xs" mt={4}>
            <Badge color="orange" variant="dot" tt="none" size="sm">
              {text.open}
            </Badge>{' '}
            {text.unclear({ what: say(question.unclear) })}
          </Text>
        )}
        {decision !== undefined && decision.certainty !== 'given' && (
          <Text size="xs" c="dimmed" mt={4}>
            {text.because({ reason: say(decision.reason) })}
          </Text>
        )}
      </div>
    </div>
  );
}

interface Choices {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The choice that is most likely; it is said, and not made. */
  readonly likely?: string | null | undefined;
  readonly choose: (value: string) => void;
}

export function Choice({ label, value, choices, likely, choose }: Choices) {
  const text = useTexts().connectionsMapping;
  return (
    <Radio.Group label={label} value={value ?? null} onChange={(chosen) => choose(chosen)}>
      <Stack gap={6} mt={6}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            size="xs"
            value={choice.value}
            label={choice.value === likely ? `${choice.label} (${text.likely})` : choice.label}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const TYPING_MS = 300;

/** The account that the file is of: named by the person, unless the file tells it. */
export function AccountSubject({ csv, answers, say }: Saying) {
  const text = useTexts().connectionsMapping;
  const [name, setName] = useState(answers.account ?? '');
  const [number, setNumber] = useState('');
  const [isNaming, setNaming] = useState(false);
  const send = useDebouncedCallback((account: string, accountNumber: string) => {
    say({
      account: account.trim() === '' ? undefined : account,
      accountNumber: accountNumber.trim() === '' ? undefined : accountNumber,
    });
  }, TYPING_MS);
  const question = questionAbout(csv, 'account');
  const account = csv.mapping?.account;
  const column =
    account?.kind === 'column' ? (csv.columns[account.column]?.title ?? '') : decidedTitle(csv, 'accountColumn');
  const isAbove =
    account === undefined ? decisionAbout(csv, 'account')?.certainty === 'certain' : account.kind === 'preamble';
  const isTold = answers.account === undefined && !isNaming && (column !== null || isAbove);
  const change = (nextName: string, nextNumber: string): void => {
    setName(nextName);
    setNumber(nextNumber);
    send(nextName, nextNumber);
  };
  if (isTold) {
    return (
      <Subject about={column === null ? 'account' : 'accountColumn'} csv={csv}>
        <Text size="sm" fw={500}>
          {text.account}
        </Text>
        <Text size="sm">{column === null ? text.abovePart : text.fromColumn({ column })}</Text>
        <Button mt={6} size="compact-xs" variant="default" onClick={() => setNaming(true)}>
          {text.nameIt}
        </Button>
      </Subject>
    );
  }
  return (
    <Subject about="account" csv={csv}>
      <TextInput
        label={text.account}
        description={text.accountAbout}
        value={name}
        onChange={({ currentTarget }) => change(currentTarget.value, number)}
        maxLength={60}
      />
      {question?.suggestion != null && name === '' && (
        <Button mt={6} size="compact-xs" variant="default" onClick={() => change(question.suggestion ?? '', number)}>
          {text.takeLikely({ value: question.suggestion })}
        </Button>
      )}
      <TextInput
        mt="xs"
        label={text.accountNumber}
        description={text.accountNumberAbout}
        value={number}
        onChange={({ currentTarget }) => change(name, currentTarget.value)}
        maxLength={60}
        autoComplete="off"
      />
    </Subject>
  );
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** The currency of the amounts, unless a column tells it. What is no currency is never sent. */
export function CurrencySubject({ csv, answers, say }: Saying) {
  const text = useTexts().connectionsMapping;
  const known = csv.mapping?.currency;
  const column =
    known === undefined
      ? decidedTitle(csv, 'currency')
      : 'column' in known
        ? (csv.columns[known.column]?.title ?? '')
        : null;
  const told =
    known !== undefined && 'code' in known
      ? known.code
      : (answers.currency ?? decidedOf(csv, 'currency', 'currency')?.code ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const question = questionAbout(csv, 'currency');
  const value = typed ?? told;
  const isWrong = value !== '' && !CURRENCIES.has(value.trim().toUpperCase());
  const take = (next: string): void => {
    setTyped(next);
    const code = next.trim().toUpperCase();
    say({ currency: CURRENCIES.has(code) ? code : undefined });
  };
  if (column !== null) {
    return (
      <Subject about="currency" csv={csv}>
        <Text size="sm" fw={500}>
          {text.currency}
        </Text>
        <Text size="sm">{text.fromColumn({ column })}</Text>
      </Subject>
    );
  }
  return (
    <Subject about="currency" csv={csv}>
      <TextInput
        label={text.currency}
        description={text.currencyAbout}
        value={value}
        onChange={({ currentTarget }) => take(currentTarget.value)}
        error={isWrong && value.trim().length > 2 && text.currencyWrong}
        maxLength={12}
      />
      {question?.suggestion != null && (
        <Button mt={6} size="compact-xs" variant="default" onClick={() => take(question.suggestion ?? '')}>
          {text.takeLikely({ value: question.suggestion })}
        </Button>
      )}
    </Subject>
  );
}
