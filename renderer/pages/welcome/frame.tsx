import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { WelcomeStep, WelcomeView } from '../../../src/contract/control/welcome.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { useTexts } from '../../base/words.tsx';
import classes from './welcome.module.css';

interface FrameProps {
  readonly screen: Screen;
  readonly nav: WizardNav;
  readonly title: string;
  readonly lead?: string;
  /** The page that has these settings later. */
  readonly whereLater?: string;
  readonly children: ReactNode;
  /** The first action is the primary one. */
  readonly actions?: ReactNode;
}

export function Frame({ screen, nav, title, lead, whereLater, children, actions }: FrameProps) {
  const text = useTexts().welcome;
  // The previous screen's button is gone, so focus the new heading for keyboard and screen reader users.
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

function StepList({ current }: { readonly current: Step }) {
  const text = useTexts().welcome;
  const place = STEPS.indexOf(current);
  return (
    <ol className={classes['steps']} aria-label={text.progress}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-state={index < place ? 'past' : index === place ? 'now' : 'coming'}
          aria-current={index === place ? 'step' : undefined}
        >
          <span className={classes['number']} aria-hidden>
            {index < place ? <IconCheck size={14} stroke={2.5} /> : index + 1}
          </span>
          <span className={classes['name']}>{text.steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}

/** The screens; a step of the list may have several. */
export type Screen = 'place' | 'choice' | 'workbook' | 'bank' | 'sync' | 'schedule' | 'done';

type Step = 'place' | 'connect' | 'schedule' | 'done';

const STEPS: readonly Step[] = ['place', 'connect', 'schedule', 'done'];

const STEP_OF: Readonly<Record<Screen, Step>> = {
  place: 'place',
  choice: 'connect',
  workbook: 'connect',
  bank: 'connect',
  sync: 'connect',
  schedule: 'schedule',
  done: 'done',
};

function stepOf(screen: Screen): Step {
  return STEP_OF[screen];
}

/** Continues at the first incomplete step. A user who reopens the welcome starts at the beginning. */
export function firstScreen({ isWanted, next, isInDemo }: WelcomeView): Screen {
  if (!isWanted || next === null) return 'place';
  if (next === 'workbook') return 'choice';
  // An interrupted demo continues where it connects and syncs its bank.
  return next === 'bank' && isInDemo ? 'sync' : next;
}

export interface WizardNav {
  readonly view: WelcomeView;
  readonly goTo: (screen: Screen) => void;
  /** Continues without these steps. */
  readonly pass: (steps: readonly WelcomeStep[], screen: Screen) => void;
  /** Null on the first screen. */
  readonly goBack: (() => void) | null;
  /** Leaves the welcome. */
  readonly end: () => void;
  readonly isEnding: boolean;
}

export function WorkbookPlaceLine({ workbook }: { readonly workbook: Pick<WorkbookView, 'place'> | null }) {
  if (workbook === null) return null;
  return (
    <Text fw={600} className={classes['path'] ?? ''}>
      {'path' in workbook.place ? workbook.place.path : workbook.place.title}
    </Text>
  );
}
