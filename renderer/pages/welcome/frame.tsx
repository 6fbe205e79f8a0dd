import { Box, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { WelcomeStep, WelcomeView } from '../../../src/contract/control/welcome.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import type { ControlFailure } from '../../base/control/carrier.ts';
import { useTexts } from '../../base/words.tsx';
import { ErrorState } from '../../parts/layout.tsx';
import { Muted, Button } from '../../parts/links.tsx';

interface FrameProps {
  readonly nav: WizardNav;
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly failure?: ControlFailure | null;
}

/** Forms above the actions stick to them. */
const ACTIONS_HEIGHT = 'calc(2 * var(--space-4) + 2.25rem)';

export function Frame({ nav, title, lead, children, actions, failure = null }: FrameProps) {
  const { welcome: text, parts } = useTexts();
  const step = STEP_OF[nav.screen];
  // The previous screen's button is gone, so focus the new heading for keyboard and screen reader users.
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    place.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <Box
      maw="46rem"
      mx="auto"
      data-welcome
      __vars={{ '--welcome-actions': ACTIONS_HEIGHT, '--behind-actions': 'var(--ground)' }}
    >
      <Group justify="space-between" gap="sm" mih={30}>
        <Muted>{text.step({ step, steps: STEPS })}</Muted>
        {nav.screen !== 'done' && (
          <Button variant="subtle" size="compact-sm" onClick={nav.end} loading={nav.isEnding}>
            {text.later}
          </Button>
        )}
      </Group>
      <Progress size="sm" mb="lg" value={(step / STEPS) * 100} aria-hidden />
      <Title order={1} ref={place} tabIndex={-1} style={{ outline: 'none' }}>
        {title}
      </Title>
      {lead !== undefined && (
        <Text size="lg" c="dimmed" mt={4}>
          {lead}
        </Text>
      )}
      <Stack gap="lg" mt="lg">
        {children}
      </Stack>
      <Stack gap="sm" mt="md" py="md" pos="sticky" bottom={0} bg="var(--ground)" style={{ zIndex: 1 }}>
        <ErrorState failure={failure} />
        <Group gap="sm">
          {actions}
          {nav.goBack !== null && (
            <Button variant="subtle" icon={IconArrowLeft} onClick={nav.goBack}>
              {parts.back}
            </Button>
          )}
        </Group>
      </Stack>
    </Box>
  );
}

export type Screen = 'place' | 'choice' | 'workbook' | 'bank' | 'sync' | 'schedule' | 'done';

const STEPS = 4;

const STEP_OF: Readonly<Record<Screen, number>> = {
  place: 1,
  choice: 2,
  workbook: 2,
  bank: 2,
  sync: 2,
  schedule: 3,
  done: 4,
};

export function firstScreen({ isWanted, next, isInDemo }: WelcomeView): Screen {
  if (!isWanted || next === null) return 'place';
  if (next === 'workbook') return 'choice';
  // An interrupted demo continues where it connects and syncs its bank.
  return next === 'bank' && isInDemo ? 'sync' : next;
}

export interface WizardNav {
  readonly screen: Screen;
  readonly view: WelcomeView;
  readonly goTo: (screen: Screen) => void;
  readonly pass: (steps: readonly WelcomeStep[], screen: Screen) => void;
  readonly goBack: (() => void) | null;
  readonly end: () => void;
  readonly isEnding: boolean;
}

export function WorkbookPlaceLine({ workbook }: { readonly workbook: Pick<WorkbookView, 'place'> | null }) {
  if (workbook === null) return null;
  return (
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {'path' in workbook.place ? workbook.place.path : workbook.place.title}
    </Text>
  );
}
