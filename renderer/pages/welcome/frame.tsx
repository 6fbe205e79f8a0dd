import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../../words/words.tsx';
import { StepList } from './step-list.tsx';
import { stepOf, type Screen } from './screens.ts';
import type { WizardNav } from './wizard-nav.ts';
import classes from './welcome.module.css';

interface Framed {
  readonly screen: Screen;
  readonly nav: WizardNav;
  readonly title: string;
  readonly lead?: string;
  /** Where all this is found later. */
  readonly whereLater?: string;
  readonly children: ReactNode;
  /** What leads on; the first one is the usual nav. */
  readonly actions?: ReactNode;
}

/** One screen of the welcome: which step it is, what it is about, and the ways on. */
export function Frame({ screen, nav, title, lead, whereLater, children, actions }: Framed) {
  const text = useTexts().welcome;
  // What was pressed is gone with the screen before; whoever uses the keyboard or hears the page continues at its name.
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    place.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className={classes['frame']}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <StepList current={stepOf(screen)} />
        {screen !== 'done' && (
          <Button variant="subtle" size="compact-sm" ms="auto" onClick={nav.end} loading={nav.isEnding}>
            {text.later}
          </Button>
        )}
      </Group>
      <Title order={1} ref={place} tabIndex={-1} className={classes['title'] ?? ''}>
        {title}
      </Title>
      {lead !== undefined && (
        <Text size="lg" c="dimmed" mt={4}>
          {lead}
        </Text>
      )}
      <Stack gap="lg" mt="lg">
        {children}
        <Group gap="sm">
          {actions}
          {nav.goBack !== null && (
            <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={nav.goBack}>
              {text.back}
            </Button>
          )}
        </Group>
        {whereLater !== undefined && (
          <Text size="sm" c="dimmed">
            {whereLater}
          </Text>
        )}
      </Stack>
    </div>
  );
}
