import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { WelcomeStep, WelcomeView } from '../../../src/contract/control/welcome.ts';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { useTexts } from '../../base/words.tsx';
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

/** Which steps there are, and which one this is. */
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

/** What is shown at a time; several belong to one step of the list above it. */
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

/** Where to continue: at what is not done yet; who wants to see it once more begins at the beginning. */
export function firstScreen({ isWanted, next, isInDemo }: WelcomeView): Screen {
  if (!isWanted || next === null) return 'place';
  if (next === 'workbook') return 'choice';
  // A demo that was broken off continues where its bank is connected and asked.
  return next === 'bank' && isInDemo ? 'sync' : next;
}

/** What every screen gets: how far the install is set up, and the ways on from here. */
export interface WizardNav {
  readonly view: WelcomeView;
  readonly goTo: (screen: Screen) => void;
  /** Goes on without these steps. */
  readonly pass: (steps: readonly WelcomeStep[], screen: Screen) => void;
  /** Null on the first screen. */
  readonly goBack: (() => void) | null;
  /** Leaves the welcome as a whole. */
  readonly end: () => void;
  readonly isEnding: boolean;
}

/** The path of a file, or the title of a spreadsheet. */
export function WorkbookPlaceLine({ workbook }: { readonly workbook: Pick<WorkbookView, 'place'> | null }) {
  if (workbook === null) return null;
  return (
    <Text fw={600} className={classes['path'] ?? ''}>
      {'path' in workbook.place ? workbook.place.path : workbook.place.title}
    </Text>
  );
}
