import { Anchor, List, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../words/words.tsx';
import { FormFrame, type ConnectionForm } from './form-frame.tsx';

const BRIDGE = 'https://bridge.simplefin.org/simplefin/create';

/** Takes a setup token, and says what it is and where to get it. */
export function TokenForm({
  submit,
  ...form
}: ConnectionForm & { readonly submit: (setupToken: string, name: string, anyway: boolean) => void }) {
  const text = useTexts().connectionsAdd;
  const [name, setName] = useState('');
  const [token, setToken] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = token.trim() === '';
  const send = (anyway: boolean): void => {
    setTried(true);
    if (!isMissing) submit(token, name, anyway);
  };
  // An access that was pasted in place of a token, and did not work.
  const isUnsaved = form.failure?.code === 'source_access_failed';
  return (
    <FormFrame
      {...form}
      name={name}
      setName={setName}
      submit={() => send(false)}
      more={isUnsaved ? { label: text.saveAnyway, submit: () => send(true) } : undefined}
    >
      <Text size="sm">{text.tokenWhat}</Text>
      <List type="ordered" size="sm" spacing={4}>
        {Object.values(text.tokenSteps).map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Text size="sm">
        <Anchor href={BRIDGE} target="_blank" rel="noreferrer">
          {text.provider}
        </Anchor>
      </Text>
      <PasswordInput
        label={text.token}
        description={text.tokenAbout}
        value={token}
        onChange={({ currentTarget }) => setToken(currentTarget.value)}
        error={isTried && isMissing && text.tokenMissing}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        required
      />
      <div aria-live="polite">{form.isPending && <Text size="sm">{text.claiming}</Text>}</div>
    </FormFrame>
  );
}
