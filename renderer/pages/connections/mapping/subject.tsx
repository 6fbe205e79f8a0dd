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
import { capitalized } from '../../../../src/messages/shared-words.ts';
import { useTexts } from '../../../base/words.tsx';
import { useLocalize } from '../../../parts/message-text.tsx';
import classes from '../connections.module.css';

export interface SubjectProps {
  readonly csv: CsvInspection;
  readonly answers: CsvAnswers;
  readonly answer: (news: CsvAnswers) => void;
}

export function questionAbout({ questions }: CsvInspection, about: CsvQuestion['about']): CsvQuestion | undefined {
  return questions.find((question) => question.about === about);
}

function decisionAbout({ decisions }: CsvInspection, about: CsvDecision['about']): CsvDecision | undefined {
  return decisions.find((decision) => decision.about === about);
}

export function decidedOf<Kind extends CsvDecided['kind']>(
  csv: CsvInspection,
  about: CsvDecision['about'],
  kind: Kind,
): Extract<CsvDecided, { readonly kind: Kind }> | undefined {
  const value = decisionAbout(csv, about)?.value;
  return value?.kind === kind ? (value as Extract<CsvDecided, { readonly kind: Kind }>) : undefined;
}

function decidedTitle(csv: CsvInspection, about: CsvDecision['about']): string | null {
  const place = decidedOf(csv, about, 'columns')?.columns[0];
  return place === undefined ? null : (csv.columns[place]?.title ?? '');
}

interface SubjectFrameProps {
  readonly about: CsvQuestion['about'];
  readonly csv: CsvInspection;
  /** Not repeated below if it is the question. */
  readonly label?: string;
  readonly children: ReactNode;
}

function Subject({ about, csv, label, children }: SubjectFrameProps) {
  const { connectionsMapping: text, run } = useTexts();
  const telling = useLocalize();
  const answer = (clause: CsvDecision['reason']): string => telling(clause).what;
  const question = questionAbout(csv, about);
  const sentence = question && answer(question.question);
  const decision = decisionAbout(csv, about);
  return (
    <div className={classes['subject']} data-open={question !== undefined || undefined}>
      {children}
      <div aria-live="polite">
        {question !== undefined && (
          <Text size="xs" mt={4}>
            <Badge color="orange" variant="dot" size="sm">
              {run.status.question}
            </Badge>{' '}
            {sentence !== label && sentence}
          </Text>
        )}
        {decision !== undefined && decision.certainty !== 'given' && (
          <Text size="xs" c="dimmed" mt={4}>
            {text.because({ reason: answer(decision.reason) })}
          </Text>
        )}
      </div>
    </div>
  );
}

interface ChoiceSubjectProps extends SubjectProps {
  readonly about: 'dateOrder' | 'decimalMark' | 'fee' | 'sign' | 'status';
  readonly label: string;
  /** The reading now; by default the answer. */
  readonly value?: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export function ChoiceSubject({ about, csv, answers, answer, label, value, choices }: ChoiceSubjectProps) {
  const { connectionsMapping: text, format } = useTexts();
  const question = questionAbout(csv, about);
  const examplesOf = (chosen: string): string | undefined =>
    question?.choices
      .find((choice) => choice.value === chosen)
      ?.examples?.map(
        ({ date, amount, currency, description }) =>
          `${format.day(date)} ${format.money(amount, currency)} ${description}`,
      )
      .join(' · ');
  return (
    <Subject about={about} csv={csv} label={label}>
      <Radio.Group
        label={label}
        value={value ?? answers[about] ?? null}
        onChange={(chosen) => answer({ [about]: chosen })}
      >
        <Stack gap={6} mt={6}>
          {choices.map((choice) => (
            <Radio
              key={choice.value}
              size="xs"
              value={choice.value}
              description={examplesOf(choice.value)}
              label={choice.value === question?.suggestion ? `${choice.label} (${text.likely})` : choice.label}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Subject>
  );
}

/** `column` is null if the lines above the table name the account. */
function Detected({ name, column }: { readonly name: string; readonly column: string | null }) {
  const { csvFile } = useTexts();
  return (
    <>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Text size="sm">{capitalized(column === null ? csvFile.aboveTable : csvFile.inColumn({ column }))}</Text>
    </>
  );
}

interface TakeLikelyProps {
  readonly csv: CsvInspection;
  readonly about: CsvQuestion['about'];
  readonly take: (value: string) => void;
}

function TakeLikely({ csv, about, take }: TakeLikelyProps) {
  const text = useTexts().connectionsMapping;
  const value = questionAbout(csv, about)?.suggestion;
  if (value == null) return null;
  return (
    <Button mt={6} size="compact-xs" variant="default" onClick={() => take(value)}>
      {text.takeLikely({ value })}
    </Button>
  );
}

const TYPING_MS = 300;

export function AccountSubject({ csv, answers, answer }: SubjectProps) {
  const { connectionsMapping: text, column: columnTexts, csvFile } = useTexts();
  const [name, setName] = useState(answers.account ?? '');
  const [number, setNumber] = useState('');
  const [isNaming, setNaming] = useState(false);
  const send = useDebouncedCallback((account: string, accountNumber: string) => {
    answer({
      account: account.trim() === '' ? undefined : account,
      accountNumber: accountNumber.trim() === '' ? undefined : accountNumber,
    });
  }, TYPING_MS);
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
        <Detected name={columnTexts.account} column={column} />
        <Button mt={6} size="compact-xs" variant="default" onClick={() => setNaming(true)}>
          {text.nameIt}
        </Button>
      </Subject>
    );
  }
  return (
    <Subject about="account" csv={csv}>
      <TextInput
        label={columnTexts.account}
        value={name}
        onChange={({ currentTarget }) => change(currentTarget.value, number)}
        maxLength={60}
      />
      {name === '' && <TakeLikely csv={csv} about="account" take={(likely) => change(likely, number)} />}
      <TextInput
        mt="xs"
        label={csvFile.subject.accountNumber}
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

/** The currency, unless a column names it. Invalid input is never sent. */
export function CurrencySubject({ csv, answers, answer }: SubjectProps) {
  const { connectionsMapping: text, column: columnTexts } = useTexts();
  const currency = csv.mapping?.currency;
  const column =
    currency === undefined
      ? decidedTitle(csv, 'currency')
      : 'column' in currency
        ? (csv.columns[currency.column]?.title ?? '')
        : null;
  const detected =
    currency !== undefined && 'code' in currency
      ? currency.code
      : (answers.currency ?? decidedOf(csv, 'currency', 'currency')?.code ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? detected;
  const isWrong = value !== '' && !CURRENCIES.has(value.trim().toUpperCase());
  const take = (next: string): void => {
    setTyped(next);
    const code = next.trim().toUpperCase();
    answer({ currency: CURRENCIES.has(code) ? code : undefined });
  };
  if (column !== null) {
    return (
      <Subject about="currency" csv={csv}>
        <Detected name={columnTexts.currency} column={column} />
      </Subject>
    );
  }
  return (
    <Subject about="currency" csv={csv}>
      <TextInput
        label={columnTexts.currency}
        value={value}
        onChange={({ currentTarget }) => take(currentTarget.value)}
        error={isWrong && value.trim().length > 2 && text.currencyWrong}
        maxLength={12}
      />
      <TakeLikely csv={csv} about="currency" take={take} />
    </Subject>
  );
}
