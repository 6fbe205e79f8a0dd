import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../words/words.tsx';
import { FormFrame, type ConnectionForm } from './form-frame.tsx';

export function DemoForm({ submit, ...form }: ConnectionForm & { readonly submit: (name: string) => void }) {
  const text = useTexts().connectionsAdd;
  const [name, setName] = useState('');
  return (
    <FormFrame {...form} name={name} setName={setName} submit={() => submit(name)}>
      <Text size="sm">{text.demoWhat}</Text>
    </FormFrame>
  );
}
