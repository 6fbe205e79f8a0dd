import { Box, Button, Group, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import {
  CSV_ENCODINGS,
  type CsvDateOrder,
  type CsvDelimiter,
  type CsvQuestion,
} from '../../../../src/contract/control/statements.ts';
import type { ProblemParameters } from '../../../../src/messages/parameters.ts';
import { capitalized, WHICH_DATE } from '../../../../src/messages/shared-words.ts';
import { useSpeech, useTexts } from '../../../base/words.tsx';
import { useLocalize } from '../../../parts/message-text.tsx';
import { withRole } from './roles.ts';
import {
  AccountSubject,
  CurrencySubject,
  decidedOf,
  questionAbout,
  type SubjectProps,
  ChoiceSubject,
} from './subject.tsx';
import classes from '../connections.module.css';

const DELIMITERS: readonly CsvDelimiter[] = [',', ';', '\t', '|'];
const DETECTED = 'file';

type Encoding = (typeof CSV_ENCODINGS)[number];

/** The script or the region for which an encoding was made. */
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
  const { language } = useSpeech();
  return (encoding) => {
    const [type, code] = USED_FOR[encoding] ?? [];
    const name = type && code && new Intl.DisplayNames(language, { type }).of(code);
    return name ? `${name} (${encoding})` : encoding.toUpperCase();
  };
}

export function FileFacts(props: SubjectProps) {
  const { csv, answers, answer } = props;
  const encodingName = useEncodingName();
  const { connectionsMapping: text, csvFile } = useTexts();
  const delimiter = answers.delimiter ?? csv.mapping?.delimiter;
  const hasHeader = answers.header ?? csv.mapping?.hasHeader;
  const delimiters = DELIMITERS.map((value) => ({ value, label: text.delimiters[value] }));
  const detected = { value: DETECTED, label: text.byItself };
  return (
    <details>
      <Box component="summary" fz="sm" w="fit-content">
        {text.more}
      </Box>
      <SimpleGrid minColWidth="min(18rem, 100%)" spacing="lg" verticalSpacing="md" style={{ alignItems: 'start' }}>
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
      </SimpleGrid>
    </details>
  );
}

function paramsOf(label: CsvQuestion['question'] | undefined): Partial<ProblemParameters['statement_csv_choice']> {
  return label?.params ?? {};
}

const ORDERS: readonly CsvDateOrder[] = ['dmy', 'mdy', 'ymd'];

export function MoneyAndDays(props: SubjectProps) {
  const { csvFile, format } = useTexts();
  const localize = useLocalize();
  const { csv, answers } = props;
  const { mapping } = csv;
  const order = questionAbout(csv, 'dateOrder');
  const mark = questionAbout(csv, 'decimalMark');
  const orderNow = answers.dateOrder ?? mapping?.dateOrder ?? decidedOf(csv, 'dateOrder', 'dateOrder')?.order;
  const markNow = answers.decimalMark ?? mapping?.decimalMark ?? decidedOf(csv, 'decimalMark', 'decimalMark')?.mark;
  const paramsOfChoice = (question: CsvQuestion | undefined, value: string) =>
    paramsOf(question?.choices.find((choice) => choice.value === value)?.label);
  const exampleOf = (value: string): string => {
    const { day } = paramsOfChoice(order, value);
    return day == null ? '' : ` (${format.day(day)})`;
  };
  const worthOf = (value: '.' | ','): string => {
    const { sum } = paramsOfChoice(mark, value);
    return sum === undefined
      ? csvFile.marks[value]
      : `${csvFile.marks[value].split(':')[0] ?? ''}: ${format.money(sum.amount, sum.currency)}`;
  };
  return (
    <SimpleGrid minColWidth="min(18rem, 100%)" spacing="lg" verticalSpacing="md" style={{ alignItems: 'start' }}>
      {(['date', 'amount', 'out', 'direction'] as const).map((about) => (
        <OpenColumn key={about} about={about} {...props} />
      ))}
      <ChoiceSubject
        {...props}
        about="dateOrder"
        label={csvFile.subject.dateOrder}
        value={orderNow}
        choices={ORDERS.filter(
          (value) => order === undefined || order.choices.some((choice) => choice.value === value),
        ).map((value) => ({ value, label: `${format.dateOrder(value)}${exampleOf(value)}` }))}
      />
      <ChoiceSubject
        {...props}
        about="decimalMark"
        label={csvFile.subject.decimalMark}
        value={markNow}
        choices={(['.', ','] as const).map((value) => ({ value, label: worthOf(value) }))}
      />
      <SignSubject {...props} />
      {(['fee', 'status'] as const).map((about) => {
        const { question, choices = [] } = questionAbout(csv, about) ?? {};
        if (question === undefined) return null;
        const labelled = choices.map(({ value, label }) => ({ value, label: capitalized(localize(label).what) }));
        return (
          <ChoiceSubject key={about} {...props} about={about} label={localize(question).what} choices={labelled} />
        );
      })}
      <CurrencySubject {...props} />
      <AccountSubject {...props} />
    </SimpleGrid>
  );
}

interface OpenColumnProps extends SubjectProps {
  readonly about: 'date' | 'amount' | 'out' | 'direction';
}

function OpenColumn({ about, csv, answers, answer }: OpenColumnProps) {
  const { connectionsMapping: text, csvFile } = useTexts();
  const localize = useLocalize();
  const question = questionAbout(csv, about);
  // Without a date column nothing else can be asked yet.
  const isFirst =
    about === 'date' &&
    csv.mapping === null &&
    csv.decisions.length === 0 &&
    csv.questions.length === 0 &&
    answers.date === undefined;
  if (question === undefined && !isFirst) return null;
  const titles = csv.columns.map((column) => column.title);
  const choices = question?.choices ?? titles.map((value) => ({ value }));
  const title = localize(question?.question ?? { ...WHICH_DATE, message: '', remedy: null }).what;
  return (
    <div className={classes['subject']} data-open>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Group gap={6} mt={6}>
        {choices.map(({ value }) => (
          <Button
            key={value}
            size="compact-xs"
            variant="default"
            onClick={() => answer(withRole(csv, answers, titles.indexOf(value), about))}
          >
            {csvFile.columnTitle({ title: value })}
            {value === question?.suggestion && ` (${text.likely})`}
          </Button>
        ))}
      </Group>
    </div>
  );
}

const USUAL_SIGNS: ReadonlySet<string> = new Set(['minusOut', 'minusIn']);

/** Which amounts are money out. Nothing to choose if a column states the direction. */
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
  const usual = (['as-written', 'inverted'] as const).map((value) => ({ value, label: csvFile.signs[value] }));
  const open = question?.choices ?? [];
  const isUsual = open.every(({ label }) => USUAL_SIGNS.has(String(paramsOf(label).choice)));
  const choices = isUsual ? usual : open.map(({ value, label }) => ({ value, label: localize(label).what }));
  return (
    <ChoiceSubject
      {...props}
      about="sign"
      label={csvFile.subject.sign}
      value={answers.sign ?? readSign}
      choices={choices}
    />
  );
}
