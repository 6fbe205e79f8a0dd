import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useWords } from '../../../words/words.tsx';
import { questionAbout, Subject, type Saying } from './subject.tsx';
import { words } from './words.ts';

const TYPING_MS = 300;

/** The account that the file is of: named by the person, unless the file tells it. */
export function AccountSubject({ csv, answers, say }: Saying) {
  const text = useWords(words);
  const [name, setName] = useState(answers.account ?? '');
  const [number, setNumber] = useState('');
  const send = useDebouncedCallback((account: string, accountNumber: string) => {
    say({ account: account.trim() === '' ? undefined : account, accountNumber: accountNumber.trim() === '' ? undefined : accountNumber });
  }, TYPING_MS);
  const question = questionAbout(csv, 'account');
  const account = csv.mapping?.account;
  const isTold = answers.account === undefined && (account?.kind === 'column' || account?.kind === 'preamble');
  const change = (nextName: string, nextNumber: string): void => {
    setName(nextName);
    setNumber(nextNumber);
    send(nextName, nextNumber);
  };
  if (isTold) {
    return (
      <Subject about={account.kind === 'column' ? 'accountColumn' : 'account'} csv={csv}>
        <Text size="sm" fw={500}>
          {text.account}
        </Text>
        <Text size="sm">{account.kind === 'column' ? text.fromColumn(csv.columns[account.column]?.title ?? '') : text.abovePart}</Text>
      </Subject>
    );
  }
  return (
    <Subject about="account" csv={csv}>
      <TextInput label={text.account} description={text.accountAbout} value={name} onChange={({ currentTarget }) => change(currentTarget.value, number)} maxLength={60} />
      {question?.suggestion != null && name === '' && (
        <Button mt={6} size="compact-xs" variant="default" onClick={() => change(question.suggestion ?? '', number)}>
          {text.takeLikely(question.suggestion)}
        </Button>
      )}
      <TextInput mt="xs" label={text.accountNumber} description={text.accountNumberAbout} value={number} onChange={({ currentTarget }) => change(name, currentTarget.value)} maxLength={60} autoComplete="off" />
    </Subject>
  );
}
