import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { HelpLink } from './help-link.tsx';

/** A page's name, one line that says what it is for, and what can be done on all of it. */
export function PageTitle({
  title,
  lang,
  about,
  children,
}: {
  readonly title: string;
  /** Where it is not in the language of the page. */
  readonly lang?: string;
  readonly about?: string;
  readonly children?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      {/* Text gives way to what stands beside it, as long as there is room for both. */}
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
