import { Anchor, List, Text } from '@mantine/core';
import type { GuideTexts } from '../../../src/messages/kind-texts.ts';

interface GuideProps {
  readonly guide: GuideTexts;
  readonly link: string | null;
}

/** Instructions above a form. */
export function Guide({ guide, link }: GuideProps) {
  return (
    <>
      {guide.what !== undefined && <Text size="sm">{guide.what}</Text>}
      {guide.steps !== undefined && (
        <List type="ordered" size="sm" spacing={4}>
          {Object.entries(guide.steps).map(([number, step]) => (
            <List.Item key={number}>{step}</List.Item>
          ))}
        </List>
      )}
      {link !== null && guide.link !== undefined && (
        <Text size="sm">
          <Anchor href={link} target="_blank" rel="noreferrer">
            {guide.link}
          </Anchor>
        </Text>
      )}
    </>
  );
}
