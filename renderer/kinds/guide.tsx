import { Anchor, List, Text } from '@mantine/core';
import type { FormGuide } from '../../src/contract/control/kinds.ts';
import { useKindText } from './kind-text.ts';

/** What stands above a form: what is asked for, and where to get it. */
export function Guide({ guide: { what, steps, link } }: { readonly guide: FormGuide }) {
  const say = useKindText();
  return (
    <>
      {what !== undefined && <Text size="sm">{say(what)}</Text>}
      {steps !== undefined && (
        <List type="ordered" size="sm" spacing={4}>
          {steps.map((step) => (
            <List.Item key={step.en}>{say(step)}</List.Item>
          ))}
        </List>
      )}
      {link !== undefined && (
        <Text size="sm">
          <Anchor href={link.url} target="_blank" rel="noreferrer">
            {say(link.label)}
          </Anchor>
        </Text>
      )}
    </>
  );
}
