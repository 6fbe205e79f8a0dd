import { Box, Button, Group, Radio, Stack, TextInput, VisuallyHidden } from '@mantine/core';
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
import { Facts } from '../../../parts/layout.tsx';
import { Muted } from '../../../parts/links.tsx';
import { useAccountAnswer } from '../../../parts/account-context.tsx';
import { useLocalize } from '../../../parts/message-text.tsx';
import classes from '../connections.module.css';

type About = CsvQuestion['about'];

/** The questions by subject; null for a question that was answered before the page was loaded. */
export type AllQuestions = ReadonlyMap<About, CsvQuestion | null>;

export interface SubjectProps {
  readonly csv: CsvInspection;
  readonly answers: CsvAnswers;
  readonly answer: (news: CsvAnswers) => void;
  readonly allQuestions: AllQuestions;
}

export function questionAbout({ questions }: CsvInspection, about: About): CsvQuestion | undefined {
  return questions.find((question) => question.about === about);
}

function decisionAbout({ decisions }: CsvInspection, about: About): CsvDecision | undefined {
  return decisions.find((decision) => decision.about === about);
}

export function decidedOf<Kind extends CsvDecided['kind']>(
  csv: CsvInspection,
  about: About,
  kind: Kind,
): Extract<CsvDecided, { readonly kind: Kind }> | undefined {
  const value = decisionAbout(csv, about)?.value;
  return value?.kind === kind ? (value as Extract<CsvDecided, { readonly kind: Kind }>) : undefined;
}

function decidedTitle(csv: CsvInspection, about: About): string | null {
  const place = decidedOf(csv, about, 'columns')?.columns[0];
  return place === undefined ? null : (csv.columns[place]?.title ?? '');
}

interface SubjectFrameProps extends Pick<SubjectProps, 'csv' | 'allQuestions'> {
  readonly about: About;
  readonly children: ReactNode;
}

function Subject({ about, csv, allQuestions, children }: SubjectFrameProps) {
  const text = useTexts().connectionsMapping;
  const localize = useLocalize();
  const decision = decisionAbout(csv, about);
  return (
    <div
      className={(allQuestions.has(about) && classes['question']) || ''}
      data-open={questionAbout(csv, about) !== undefined}
    >
      {children}
      <Muted size="xs" mt={4} aria-live="polite">
        {decision !== undefined &&
          decision.certainty !== 'given' &&
          text.because({ reason: localize(decision.reason).what })}
      </Muted>
    </div>
  );
}

interface SubjectLabelProps extends Omit<SubjectFrameProps, 'children'> {
  readonly name: string;
}

/** Shows the question, even once it is answered; if there is none, the name. */
function SubjectLabel({ about, csv, allQuestions, name }: SubjectLabelProps) {
  const localize = useLocalize();
  const text = useTexts().run.status;
  const question = allQuestions.get(about)?.question;
  return (
    <>
      {question === undefined ? name : localize(question).what}{' '}
      {questionAbout(csv, about) !== undefined && <VisuallyHidden>{text.question}</VisuallyHidden>}
    </>
  );
}

interface ChoiceSubjectProps extends SubjectProps {
  readonly about: Exclude<About, 'encoding' | 'delimiter' | 'header' | 'description'>;
  readonly name: string;
  /** The current value; by default the answer. */
  readonly value?: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly answerOf?: (chosen: string) => CsvAnswers;
}

export function ChoiceSubject({ about, name, value, choices, answerOf, ...props }: ChoiceSubjectProps) {
  const { connectionsMapping: text, format } = useTexts();
  const question = questionAbout(props.csv, about);
  const examplesOf = (chosen: string): string | undefined =>
    question?.choices
      .find((choice) => choice.value === chosen)
      ?.examples?.map(
        ({ date, amount, currency, description }) =>
          `${format.day(date)} ${format.money(amount, currency)} ${description}`,
      )
      .join(' · ');
  return (
    <Subject {...props} about={about}>
      <Radio.Group
        label={<SubjectLabel {...props} about={about} name={name} />}
        value={value ?? props.answers[about] ?? null}
        onChange={(chosen) => props.answer(answerOf?.(chosen) ?? { [about]: chosen })}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio
              key={choice.value}
              size="sm"
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
  return <Facts facts={[[name, capitalized(column === null ? csvFile.aboveTable : csvFile.inColumn({ column }))]]} />;
}

interface TakeLikelyProps {
  readonly csv: CsvInspection;
  readonly about: About;
  readonly take: (value: string) => void;
  /** Offered if the file suggests no answer. */
  readonly usual?: readonly string[];
}

function TakeLikely({ csv, about, take, usual }: TakeLikelyProps) {
  const text = useTexts().connectionsMapping;
  const question = questionAbout(csv, about);
  if (question === undefined) return null;
  const values = question.suggestion === null ? (usual ?? []) : [question.suggestion];
  return values.map((value) => (
    <Button key={value} variant="default" px="sm" onClick={() => take(value)} aria-label={text.takeLikely({ value })}>
      {values.length > 1 ? value : text.takeLikely({ value })}
    </Button>
  ));
}

/** For Mantine's `inputContainer`: puts the likely answer beside the field. */
function withLikely(likely: TakeLikelyProps): (field: ReactNode) => ReactNode {
  return (field) => (
    <Group gap="xs" mt={6}>
      <Box flex="1 1 7rem">{field}</Box>
      <TakeLikely {...likely} />
    </Group>
  );
}

const TYPING_MS = 300;

export function AccountSubject(props: SubjectProps) {
  const { csv, answers, answer } = props;
  const { connectionsMapping: text, column: columnTexts, csvFile } = useTexts();
  const [typed, setTyped] = useState({ account: answers.account ?? '', accountNumber: '' });
  const [isNaming, setNaming] = useState(false);
  const send = useDebouncedCallback(answer, TYPING_MS);
  const account = csv.mapping?.account;
  const column =
    account?.kind === 'column' ? (csv.columns[account.column]?.title ?? '') : decidedTitle(csv, 'accountColumn');
  const isAbove =
    account === undefined ? decisionAbout(csv, 'account')?.certainty === 'certain' : account.kind === 'preamble';
  const isDetected = answers.account === undefined && !isNaming && (column !== null || isAbove);
  const change = (news: Partial<typeof typed>): void => {
    const next = { ...typed, ...news };
    setTyped(next);
    send({
      account: next.account.trim() === '' ? undefined : next.account,
      accountNumber: next.accountNumber.trim() === '' ? undefined : next.accountNumber,
    });
  };
  if (isDetected) {
    return (
      <Subject {...props} about={column === null ? 'account' : 'accountColumn'}>
        <Detected name={columnTexts.account} column={column} />
        <Button mt={6} size="xs" variant="default" onClick={() => setNaming(true)}>
          {text.nameIt}
        </Button>
      </Subject>
    );
  }
  return (
    <Subject {...props} about="account">
      <TextInput
        label={<SubjectLabel {...props} about="account" name={columnTexts.account} />}
        inputContainer={withLikely({ csv, about: 'account', take: (likely) => change({ account: likely }) })}
        value={typed.account}
        onChange={({ currentTarget }) => change({ account: currentTarget.value })}
        maxLength={60}
      />
      {typed.account !== '' && (
        <TextInput
          mt="xs"
          label={csvFile.subject.accountNumber}
          description={text.accountNumberAbout}
          value={typed.accountNumber}
          onChange={({ currentTarget }) => change({ accountNumber: currentTarget.value })}
          maxLength={60}
          autoComplete="off"
        />
      )}
    </Subject>
  );
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** The currency, unless a column names it. Invalid input is never sent. */
export function CurrencySubject(props: SubjectProps) {
  const { csv, answers, answer } = props;
  const { connectionsMapping: text, column: columnTexts } = useTexts();
  const { data: known } = useAccountAnswer('balance.list');
  const usual = [...new Set(known?.balances.map(({ currency: each }) => each))].slice(0, 3);
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
  return (
    <Subject {...props} about="currency">
      {column === null ? (
        <TextInput
          label={<SubjectLabel {...props} about="currency" name={columnTexts.currency} />}
          inputContainer={withLikely({ csv, about: 'currency', take, usual })}
          value={value}
          onChange={({ currentTarget }) => take(currentTarget.value)}
          error={isWrong && value.trim().length > 2 && text.currencyWrong}
          maxLength={12}
        />
      ) : (
        <Detected name={columnTexts.currency} column={column} />
      )}
    </Subject>
  );
}
