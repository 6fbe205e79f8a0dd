import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../../../words/words.tsx';
import { decidedTitle, decisionAbout, questionAbout, Subject, type Saying } from './subject.tsx';

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
