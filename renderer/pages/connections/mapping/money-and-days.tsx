import { Button, Group, Text } from '@mantine/core';
import type { CsvDateOrder, CsvQuestion } from '../../../../src/contract/control/statements.ts';
import type { ProblemParameters } from '../../../../src/messages/parameters.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import { AccountSubject } from './account-subject.tsx';
import { CurrencySubject } from './currency-subject.tsx';
import classes from './mapping.module.css';
import { Choice, decidedOf, questionAbout, Subject, type Saying } from './subject.tsx';
import { withRole } from './roles.ts';

/** What the words of a choice are filled in with. */
type ChoiceParameters = ProblemParameters['statement_csv_choice'];

const ORDERS: readonly CsvDateOrder[] = ['dmy', 'mdy', 'ymd'];

/** What decides how dates and amounts are read, each with its reason or as a question. */
export function MoneyAndDays(saying: Saying) {
  const text = useTexts().connectionsMapping;
  const format = useFormat();
  const { csv, answers, say } = saying;
  const { mapping } = csv;
  const order = questionAbout(csv, 'dateOrder');
  const mark = questionAbout(csv, 'decimalMark');
  const fee = questionAbout(csv, 'fee');
  const status = questionAbout(csv, 'status');
  const columnOf = (question: { readonly choices: readonly { readonly value: string }[] }): string =>
    question.choices.find(({ value }) => value !== 'none')?.value ?? '';
  const orderNow = answers.dateOrder ?? mapping?.dateOrder ?? decidedOf(csv, 'dateOrder', 'dateOrder')?.order;
  const markNow = answers.decimalMark ?? mapping?.decimalMark ?? decidedOf(csv, 'decimalMark', 'decimalMark')?.mark;
  const paramsOf = (question: CsvQuestion | undefined, value: string): Partial<ChoiceParameters> =>
    question?.choices.find((choice) => choice.value === value)?.label.params ?? {};
  const exampleOf = (value: string): string => {
    const { day } = paramsOf(order, value);
    return day == null ? '' : ` (${format.day(day)})`;
  };
  const worthOf = (value: '.' | ','): string => {
    const { sum } = paramsOf(mark, value);
    return sum === undefined
      ? text.marks[value]
      : `${text.marks[value].split(':')[0] ?? ''}: ${format.money(sum.amount, sum.currency)}`;
  };
  return (
    <div className={classes['subjects']}>
      {(['date', 'amount', 'direction'] as const).map((about) => (
        <OpenColumn key={about} about={about} {...saying} />
      ))}
      <Subject about="dateOrder" csv={csv}>
        <Choice
          label={text.dateOrder}
          value={orderNow}
          likely={order?.suggestion}
          choices={ORDERS.filter(
            (value) => order === undefined || order.choices.some((choice) => choice.value === value),
          ).map((value) => ({ value, label: `${text.orders[value]}${exampleOf(value)}` }))}
          choose={(value) => say({ dateOrder: value as CsvDateOrder })}
        />
      </Subject>
      <Subject about="decimalMark" csv={csv}>
        <Choice
          label={text.decimalMark}
          value={markNow}
          likely={mark?.suggestion}
          choices={(['.', ','] as const).map((value) => ({ value, label: worthOf(value) }))}
          choose={(value) => say({ decimalMark: value as '.' | ',' })}
        />
      </Subject>
      <SignSubject {...saying} />
      {fee !== undefined && (
        <Subject about="fee" csv={csv}>
          <Choice
            label={text.fee({ column: columnOf(fee) })}
            value={answers.fee}
            choices={[
              { value: 'none', label: text.fees.none },
              { value: columnOf(fee), label: text.fees.off },
            ]}
            choose={(value) => say({ fee: value })}
          />
        </Subject>
      )}
      {status !== undefined && (
        <Subject about="status" csv={csv}>
          <Choice
            label={text.status({ column: columnOf(status) })}
            value={answers.status}
            choices={[
              { value: columnOf(status), label: text.statuses.yes },
              { value: 'none', label: text.statuses.none },
            ]}
            choose={(value) => say({ status: value })}
          />
        </Subject>
      )}
      <CurrencySubject {...saying} />
      <AccountSubject {...saying} />
    </div>
  );
}

/** A column that is not clear can be picked here as well as above it in the table. */
function OpenColumn({ about, csv, answers, say }: Saying & { readonly about: 'date' | 'amount' | 'direction' }) {
  const text = useTexts().connectionsMapping;
  const question = questionAbout(csv, about);
  // Without anything like a date nothing else can be asked yet.
  const isFirst =
    about === 'date' &&
    csv.mapping === null &&
    csv.decisions.length === 0 &&
    csv.questions.length === 0 &&
    answers.date === undefined;
  if (question === undefined && !isFirst) return null;
  const choices = question?.choices ?? csv.columns.map(({ title }) => ({ value: title }));
  return (
    <div className={classes['subject']} data-open>
      <Text size="sm" fw={500}>
        {text[about]}
      </Text>
      <Group gap={6} mt={6}>
        {choices.map(({ value }) => (
          <Button
            key={value}
            size="compact-xs"
            variant="default"
            onClick={() =>
              say(
                withRole(
                  csv,
                  answers,
                  csv.columns.findIndex(({ title }) => title === value),
                  about,
                ),
              )
            }
          >
            {text.columnTitle({ title: value })}
            {value === question?.suggestion && ` (${text.likely})`}
          </Button>
        ))}
      </Group>
    </div>
  );
}

/** Which amounts are money out. A column that tells the direction leaves nothing to say. */
function SignSubject({ csv, answers, say }: Saying) {
  const text = useTexts().connectionsMapping;
  const question = questionAbout(csv, 'sign');
  const amount = csv.mapping?.amount ?? null;
  const decided = decidedOf(csv, 'sign', 'sign')?.sign;
  const isTwo = amount?.kind === 'two' || (answers.out !== undefined && answers.in !== undefined);
  if (
    question === undefined &&
    (amount?.kind === 'marked' || (amount === null && decided === undefined && answers.sign === undefined))
  )
    return null;
  const now =
    answers.sign ??
    (amount?.kind === 'signed'
      ? amount.inverted
        ? 'inverted'
        : 'as-written'
      : amount?.kind === 'two'
        ? amount.outIsNegative
          ? 'as-written'
          : 'inverted'
        : decided);
  const labels = isTwo ? text.signsOfTwo : text.signs;
  return (
    <Subject about="sign" csv={csv}>
      <Choice
        label={text.sign}
        value={now}
        likely={question?.suggestion}
        choices={(['as-written', 'inverted'] as const).map((value) => ({ value, label: labels[value] }))}
        choose={(value) => say({ sign: value as 'as-written' | 'inverted' })}
      />
    </Subject>
  );
}
