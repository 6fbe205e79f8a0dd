import { Box, NativeSelect, SimpleGrid } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import {
  CSV_ENCODINGS,
  type CsvAnswers,
  type CsvDateOrder,
  type CsvDelimiter,
  type CsvInspection,
  type CsvQuestion,
} from '../../../../src/contract/control/statements.ts';
import type { ProblemParameters } from '../../../../src/messages/parameters.ts';
import { capitalized, WHICH_DATE } from '../../../../src/messages/shared-words.ts';
import { useI18n, useTexts } from '../../../base/words.tsx';
import { useLocalize } from '../../../parts/message-text.tsx';
import { withRole } from './roles.ts';
import {
  AccountSubject,
  type AllQuestions,
  ChoiceSubject,
  CurrencySubject,
  decidedOf,
  questionAbout,
  type SubjectProps,
} from './subject.tsx';

const DELIMITERS: readonly CsvDelimiter[] = [',', ';', '\t', '|'];
const DETECTED = 'file';

type Encoding = (typeof CSV_ENCODINGS)[number];

/** The script (ISO 15924) or the region (UN M49, ISO 3166) whose name describes an encoding to the user. */
const USED_FOR: Readonly<Partial<Record<Encoding, readonly ['script' | 'region', string]>>> = {
  'windows-1252': ['region', '155'],
  'iso-8859-15': ['region', '155'],
  'windows-1250': ['region', '151'],
  'iso-8859-2': ['region', '151'],
  'windows-1251': ['script', 'Cyrl'],
  'koi8-r': ['script', 'Cyrl'],
  'windows-1253': ['script', 'Grek'],
  'windows-1254': ['region', 'TR'],
  'windows-1255': ['script', 'Hebr'],
  'windows-1256': ['script', 'Arab'],
  'windows-1257': ['region', '154'],
  'windows-874': ['script', 'Thai'],
  gb18030: ['script', 'Hans'],
  big5: ['script', 'Hant'],
  shift_jis: ['script', 'Jpan'],
  'euc-jp': ['script', 'Jpan'],
  'euc-kr': ['script', 'Kore'],
};

function useEncodingName(): (encoding: Encoding) => string {
  const { language } = useI18n();
  return (encoding) => {
    const [type, code] = USED_FOR[encoding] ?? [];
    const name = type && code && new Intl.DisplayNames(language, { type }).of(code);
    return name ? `${name} (${encoding})` : encoding.toUpperCase();
  };
}

function FileFacts({ csv, answers, answer }: SubjectProps) {
  const encodingName = useEncodingName();
  const { connectionsMapping: text, csvFile } = useTexts();
  const delimiter = answers.delimiter ?? csv.mapping?.delimiter;
  const hasHeader = answers.header ?? csv.mapping?.hasHeader;
  const delimiters = DELIMITERS.map((value) => ({ value, label: text.delimiters[value] }));
  const detected = { value: DETECTED, label: text.detected };
  return (
    <>
      <NativeSelect
        label={csvFile.subject.delimiter}
        value={delimiter ?? DETECTED}
        onChange={({ currentTarget }) =>
          answer({ delimiter: DELIMITERS.find((value) => value === currentTarget.value) })
        }
        data={[...(delimiter === undefined ? [detected] : []), ...delimiters]}
      />
      <NativeSelect
        label={csvFile.subject.header}
        value={hasHeader === undefined ? DETECTED : hasHeader ? 'yes' : 'no'}
        onChange={({ currentTarget }) => answer({ header: currentTarget.value === 'yes' })}
        data={[
          ...(hasHeader === undefined ? [detected] : []),
          { value: 'yes', label: text.headers.yes },
          { value: 'no', label: text.headers.no },
        ]}
      />
      <NativeSelect
        label={csvFile.subject.encoding}
        value={answers.encoding ?? DETECTED}
        onChange={({ currentTarget }) =>
          answer({ encoding: CSV_ENCODINGS.find((value) => value === currentTarget.value) })
        }
        data={[detected, ...CSV_ENCODINGS.map((value) => ({ value, label: encodingName(value) }))]}
      />
    </>
  );
}

function paramsOf(label: CsvQuestion['question'] | undefined): Partial<ProblemParameters['statement_csv_choice']> {
  return label?.params ?? {};
}

const ORDERS: readonly CsvDateOrder[] = ['dmy', 'mdy', 'ymd'];

const GRID = { minColWidth: 'min(26rem, 100%)', spacing: 'lg', style: { alignItems: 'start' } };

interface ReadingProps extends Omit<SubjectProps, 'allQuestions'> {
  readonly isRemembered: boolean;
  readonly children: ReactNode;
}

/** Shows the questions first. The detected settings are initially hidden if there are questions. */
export function Reading({ csv: inspected, answers, answer, isRemembered, children }: ReadingProps) {
  const text = useTexts().connectionsMapping;
  const csv = isUnknown(inspected, answers) ? { ...inspected, questions: [FIRST_QUESTION] } : inspected;
  const [before, setBefore] = useState<AllQuestions>(
    () => new Map(isRemembered ? [] : Object.keys(answers).map((about) => [about as CsvQuestion['about'], null])),
  );
  const allQuestions: AllQuestions = new Map([
    ...before,
    ...csv.questions.map((question) => [question.about, question] as const),
  ]);
  if (csv.questions.some((question) => before.get(question.about) !== question)) setBefore(allQuestions);
  const props = { csv, answers, answer, allQuestions };
  const subjects = useSubjects(props);
  const isAsked = ({ key }: ReactElement): boolean => allQuestions.has(key as CsvQuestion['about']);
  const questions = subjects.filter(isAsked);
  const [isOpen] = useState(questions.length === 0);
  return (
    <>
      {questions.length > 0 && <SimpleGrid {...GRID}>{questions}</SimpleGrid>}
      {children}
      <details open={isOpen}>
        <Box component="summary" fz="sm" fw={600} w="fit-content" mb="xs">
          {capitalized(text.detected)}
        </Box>
        <SimpleGrid {...GRID}>
          {subjects.filter((subject) => !isAsked(subject))}
          <FileFacts {...props} />
        </SimpleGrid>
      </details>
    </>
  );
}

/** One element for each subject, such as the date order. Its key is the subject. */
function useSubjects(props: SubjectProps): readonly ReactElement[] {
  const { csvFile, format } = useTexts();
  const localize = useLocalize();
  const { csv, answers, allQuestions } = props;
  const { mapping } = csv;
  const orders =
    allQuestions.get('dateOrder')?.choices.map(({ value, label }) => ({ value, label: localize(label).what })) ??
    ORDERS.map((value) => ({ value, label: format.dateOrder(value) }));
  const labelOfMark = (value: '.' | ','): string => {
    const { sum } = paramsOf(
      questionAbout(csv, 'decimalMark')?.choices.find((choice) => choice.value === value)?.label,
    );
    return sum === undefined
      ? csvFile.marks[value]
      : `${csvFile.marks[value].split(':')[0] ?? ''}: ${format.money(sum.amount, sum.currency)}`;
  };
  return [
    ...COLUMN_QUESTIONS.map((about) => <QuestionSubject key={about} about={about} {...props} />),
    <ChoiceSubject
      key="dateOrder"
      {...props}
      about="dateOrder"
      name={csvFile.subject.dateOrder}
      value={answers.dateOrder ?? mapping?.dateOrder ?? decidedOf(csv, 'dateOrder', 'dateOrder')?.order}
      choices={orders}
    />,
    <ChoiceSubject
      key="decimalMark"
      {...props}
      about="decimalMark"
      name={csvFile.subject.decimalMark}
      value={answers.decimalMark ?? mapping?.decimalMark ?? decidedOf(csv, 'decimalMark', 'decimalMark')?.mark}
      choices={(['.', ','] as const).map((value) => ({ value, label: capitalized(labelOfMark(value)) }))}
    />,
    <SignSubject key="sign" {...props} />,
    <QuestionSubject key="fee" about="fee" {...props} />,
    <QuestionSubject key="status" about="status" {...props} />,
    <CurrencySubject key="currency" {...props} />,
    <AccountSubject key="account" {...props} />,
  ];
}

/** The questions whose answer is a column. */
const COLUMN_QUESTIONS = ['date', 'amount', 'out', 'direction'] as const;

interface QuestionSubjectProps extends SubjectProps {
  readonly about: (typeof COLUMN_QUESTIONS)[number] | 'fee' | 'status';
}

/** Shown only if the file raised a question about the column; otherwise, the table already shows the column. */
function QuestionSubject({ about, ...props }: QuestionSubjectProps) {
  const { csv, answers } = props;
  const { csvFile } = useTexts();
  const localize = useLocalize();
  const question = props.allQuestions.get(about);
  if (question == null) return null;
  const titles = csv.columns.map((column) => column.title);
  const choices = question.choices.map(({ value, label }) => ({ value, label: localize(label).what }));
  const role = COLUMN_QUESTIONS.find((column) => column === about);
  return (
    <ChoiceSubject
      {...props}
      about={about}
      name=""
      choices={
        choices.length > 0 ? choices : titles.map((value) => ({ value, label: csvFile.columnTitle({ title: value }) }))
      }
      answerOf={(value) =>
        role !== undefined && titles.includes(value)
          ? withRole(csv, answers, titles.indexOf(value), role)
          : { [about]: value }
      }
    />
  );
}

/** True if nothing was detected: without a date column, no other question can be asked yet. */
function isUnknown({ mapping, decisions, questions }: CsvInspection, { date }: CsvAnswers): boolean {
  return mapping === null && decisions.length === 0 && questions.length === 0 && date === undefined;
}

/** Lists no choices, so that the user chooses among all columns. */
const FIRST_QUESTION: CsvQuestion = {
  about: 'date',
  question: { ...WHICH_DATE, message: '', remedy: null },
  choices: [],
  suggestion: null,
};

/** The sign of money out. Hidden if a column or the balance shows the direction of each amount. */
function SignSubject(props: SubjectProps) {
  const { csv, answers } = props;
  const { csvFile } = useTexts();
  const localize = useLocalize();
  const question = questionAbout(csv, 'sign');
  const amount = csv.mapping?.amount ?? null;
  const decidedSign = decidedOf(csv, 'sign', 'sign')?.sign;
  if (
    question === undefined &&
    (amount?.kind === 'marked' ||
      amount?.kind === 'stepped' ||
      (amount === null && decidedSign === undefined && answers.sign === undefined))
  )
    return null;
  const isInverted =
    amount?.kind === 'signed' ? amount.inverted : amount?.kind === 'two' ? !amount.outIsNegative : null;
  const readSign = isInverted === null ? decidedSign : isInverted ? 'inverted' : 'as-written';
  const choices =
    props.allQuestions.get('sign')?.choices.map(({ value, label }) => ({ value, label: localize(label).what })) ??
    (['as-written', 'inverted'] as const).map((value) => ({ value, label: csvFile.signs[value] }));
  return (
    <ChoiceSubject
      {...props}
      about="sign"
      name={csvFile.subject.sign}
      value={answers.sign ?? readSign}
      choices={choices.map(({ value, label }) => ({ value, label: capitalized(label) }))}
    />
  );
}
