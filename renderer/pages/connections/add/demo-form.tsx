import { Text } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../words/words.tsx';
import { FormFrame, type ConnectionForm } from './form-frame.tsx';
import { words } from './words.ts';

export function DemoForm({ submit, ...form }: ConnectionForm & { readonly submit: (name: string) => void }) {
  const text = useWords(words);
  const [name, setName] = useState('');
  return (
    <FormFrame {...form} name={name} setName={setName} submit={() => submit(name)}>
      <Text size="sm">{text.demoWhat}</Text>
    </FormFrame>
  );
}
