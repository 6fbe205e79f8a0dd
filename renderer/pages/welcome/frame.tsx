import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { WelcomeStep, WelcomeView } from '../../../src/contract/control/welcome.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import type { ControlFailure } from '../../base/control/carrier.ts';
import { useTexts } from '../../base/words.tsx';
import { ErrorState } from '../../parts/layout.tsx';
import { Button, Muted } from '../../parts/links.tsx';
import { Mark } from '../../parts/mark.tsx';

interface FrameProps {
  readonly nav: WizardNav;
  readonly title: string;
  readonly lead?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Receives the element into which the form above renders its buttons. */
  readonly setFoot?: (element: HTMLElement | null) => void;
  readonly failure?: ControlFailure | null;
}

/** The height of the sticky actions. The buttons of a long form are sticky as well, directly above the actions. */
const ACTIONS_HEIGHT = 'calc(2 * var(--space-4) + 2.25rem)';

export function Frame({ nav, title, lead, children, actions, setFoot, failure = null }: FrameProps) {
  const { welcome: text, parts } = useTexts();
  // The previous screen's button is gone, so focus the new heading for keyboard and screen reader users.
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    place.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  const isFirst = nav.screen === 'place';
  const step = STEPS.indexOf(nav.screen) + 1;
  return (
    <Box
      maw="44rem"
      mx="auto"
      pt="max(0px, 14vh - 4rem)"
      data-welcome
      __vars={{ '--welcome-actions': ACTIONS_HEIGHT, '--behind-actions': 'var(--background)' }}
    >
      <Group justify="space-between" gap="sm" mih={30} mb="lg">
        <Group gap="xs">
          <Mark size={isFirst ? 48 : 24} />
          {!isFirst && <Text fw={700}>Pennyrow</Text>}
          {step > 0 && <Muted>{parts.of({ done: step, total: STEPS.length })}</Muted>}
        </Group>
        {nav.screen !== 'done' && (
          <Button variant="subtle" size="compact-sm" mr={-8} onClick={nav.end} loading={nav.isEnding}>
            {text.later}
          </Button>
        )}
      </Group>
      <Title order={1} ref={place} tabIndex={-1} fz="var(--text-2xl)" lh={1.25} style={{ outline: 'none' }}>
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
      <Stack gap="sm" mt="md" py="md" pos="sticky" bottom={0} bg="var(--background)" style={{ zIndex: 1 }}>
        <ErrorState failure={failure} />
        <Group gap="sm">
          {nav.goBack !== null && (
            <Button variant="subtle" icon={IconArrowLeft} ml={-8} onClick={nav.goBack}>
              {parts.back}
            </Button>
          )}
          <Group gap="sm" ml="auto" ref={setFoot ?? null}>
            {actions}
          </Group>
        </Group>
      </Stack>
    </Box>
  );
}

export type Screen = 'place' | 'choice' | 'workbook' | 'bank' | 'sync' | 'schedule' | 'done';

/** The numbered steps. The demo skips the workbook and the bank. */
const STEPS: readonly Screen[] = ['choice', 'workbook', 'bank', 'schedule'];

export function firstScreen({ isWanted, next, isInDemo }: WelcomeView): Screen {
  if (!isWanted || next === null) return 'place';
  if (next === 'workbook') return 'choice';
  // An interrupted demo continues on the screen that connects and syncs its bank.
  return next === 'bank' && isInDemo ? 'sync' : next;
}

export function screenBefore(screen: Screen, { isInDemo }: WelcomeView): Screen | undefined {
  if (screen === 'choice') return 'place';
  if (screen === 'sync' || (screen === 'schedule' && isInDemo)) return 'choice';
  return STEPS[STEPS.indexOf(screen) - 1];
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
