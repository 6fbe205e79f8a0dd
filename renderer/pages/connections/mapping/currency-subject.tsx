import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../words/words.tsx';
import { decidedOf, decidedTitle, questionAbout, Subject, type Saying } from './subject.tsx';

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
