import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { HelpLink } from './help-link.tsx';

export function PageTitle({
  title,
  lang,
  about,
  children,
}: {
  readonly title: string;
  /** Set if the text is not in the page's language. */
  readonly lang?: string;
  readonly about?: string;
  readonly children?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      {/* The text shrinks before the actions wrap. */}
      <div style={{ flex: '1 1 18rem', minWidth: 0 }}>
        <Title order={1} lang={lang}>
          {title}
        </Title>
        {about !== undefined && (
          <Text c="dimmed" mt={2} data-print="never">
            {about}
          </Text>
        )}
      </div>
      <Group gap="sm">
        {children}
        <HelpLink />
      </Group>
    </Group>
  );
}
