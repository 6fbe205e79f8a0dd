import { Button, Radio, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconBuildingBank, IconTestPipe } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { WelcomeView } from '../../../src/contract/control/welcome.ts';
import { scheduleWords } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { useAction, useCanSync } from '../../base/control/use-control.tsx';
import { useAccount, useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import { LoadingState } from '../../parts/layout.tsx';
import { BankScreen, DoneScreen, PlaceScreen, WorkbookScreen } from './workbook-screens.tsx';
import { firstScreen, Frame, type Screen, screenBefore, type WizardNav } from './frame.tsx';
import { SyncScreen } from './sync-screen.tsx';
import { PRESETS } from '../connections/schedule/schedule-input.ts';

const SCREENS = {
  place: PlaceScreen,
  choice: ChoiceScreen,
  workbook: WorkbookScreen,
  bank: BankScreen,
  sync: SyncScreen,
  schedule: ScheduleScreen,
  done: DoneScreen,
};

export function WelcomePage() {
  const [, navigate] = useLocation();
  const { account } = useAccount();
  const { data: view, error, refetch, isFetching } = useAccountAnswer('welcome.get');
  const [isFresh, setFresh] = useState(false);
  if (view === undefined) return <LoadingState height={480} failure={error} retry={refetch} />;
  if (!isFresh) {
    if (!isFetching) setFresh(true);
    return <LoadingState height={480} />;
  }
  return <Screens key={account.id} view={view} left={() => navigate('/', { replace: true })} />;
}

function Screens({ view, left }: { readonly view: WelcomeView; readonly left: () => void }) {
  // Decided once: `view` changes with each completed step, which must not change the first screen.
  const [first] = useState(() => firstScreen(view));
  const { screen, goTo, goBack, leave } = useTrail(first, view);
  const skip = useAccountAction('welcome.pass');
  const queries = useQueryClient();
  const ending = useAction('welcome.end');
  const end = (): void => {
    const settle = (): void => {
      queries.setQueriesData<WelcomeView>({ queryKey: ['welcome.get'] }, (old) => old && { ...old, isWanted: false });
      leave(left);
    };
    ending.mutate({}, { onSettled: settle });
  };
  const canSync = useCanSync(useAccount().account.id);
  const pass: WizardNav['pass'] = (steps, next) => {
    for (const step of steps) skip.mutate({ step });
    // Without a bank or a folder there is nothing to schedule.
    if (next === 'schedule' && !canSync) pass(['schedule'], 'done');
    else goTo(next);
  };
  const Shown = SCREENS[screen];
  return (
    <Shown
      key={screen}
      screen={screen}
      view={view}
      goTo={(next) => pass([], next)}
      pass={pass}
      goBack={goBack}
      end={end}
      isEnding={ending.isPending}
    />
  );
}

function ChoiceScreen(nav: WizardNav) {
  const { choice: text, next } = useTexts().welcome;
  const { isInDemo, canTryDemo } = nav.view;
  const begin = useAccountAction('demo.begin');
  return (
    <Frame
      nav={nav}
      title={text.title}
      failure={begin.error}
      actions={isInDemo && <Button onClick={() => nav.pass(['workbook', 'bank'], 'schedule')}>{next}</Button>}
    >
      <Stack gap="sm">
        {!isInDemo && (
          <ChoiceCard
            icon={IconBuildingBank}
            title={text.own}
            about={[text.ownAbout]}
            disabled={begin.isPending}
            onClick={() => nav.goTo('workbook')}
          />
        )}
        {(isInDemo || canTryDemo) && (
          <ChoiceCard
            icon={IconTestPipe}
            title={text.demo}
            about={[text.demoAbout]}
            disabled={begin.isPending}
            onClick={() => begin.mutate({}, { onSuccess: () => nav.goTo('sync') })}
          />
        )}
      </Stack>
    </Frame>
  );
}

/** Each screen is a history entry, so the browser's Back leads to the previous screen and not out of the welcome. */
function useTrail(first: Screen, view: WelcomeView) {
  const [trail, setTrail] = useState<readonly Screen[]>([first]);
  useWindowEvent('popstate', ({ state }) => setTrail((state as WelcomeState | null)?.welcome ?? [first]));
  // The target of Back if the welcome was resumed on the current screen, since the history then has no earlier one.
  const before = screenBefore(trail.at(-1) ?? first, view);
  const goBefore = (): void => {
    history.replaceState({ welcome: [before] }, '');
    setTrail(before === undefined ? [first] : [before]);
  };
  return {
    screen: trail.at(-1) ?? first,
    goTo: (next: Screen): void => {
      const longer = [...trail, next];
      history.pushState({ welcome: longer }, '');
      setTrail(longer);
    },
    goBack: trail.length > 1 ? () => history.back() : before === undefined ? null : goBefore,
    /** Removes the welcome's screens from the history before calling `next`, so that Back does not return to them. */
    leave: (next: () => void): void => {
      if (trail.length === 1) next();
      else {
        addEventListener('popstate', next, { once: true });
        history.go(1 - trail.length);
      }
    },
  };
}

interface WelcomeState {
  readonly welcome?: readonly Screen[];
}

const NEVER = 'never';

function ScheduleScreen(nav: WizardNav) {
  const { welcome, schedule: scheduleText } = useTexts();
  const { schedule: text, next } = welcome;
  const { data: schedule } = useAccountAnswer('schedule.get');
  const set = useAccountAction('schedule.set');
  const [chosenPreset, setChosenPreset] = useState<string | null>(null);
  const selected = chosenPreset ?? '0';
  const preset = PRESETS[Number(selected)];
  const go = (): void => {
    if (preset === undefined) nav.pass(['schedule'], 'done');
    else
      set.mutate(
        { startTime: preset.startTime, hours: Number(preset.hours), minutes: Number(preset.minutes) },
        { onSuccess: () => nav.goTo('done') },
      );
  };
  const isSet = schedule != null && !set.isPending;
  return (
    <Frame
      nav={nav}
      title={text.title}
      lead={text.about}
      failure={set.error}
      actions={
        <Button disabled={schedule === undefined} loading={set.isPending} onClick={isSet ? () => nav.goTo('done') : go}>
          {next}
        </Button>
      }
    >
      {isSet ? (
        <Text fw={600}>{scheduleWords(schedule.startTime, schedule.periodMinutes, scheduleText)}</Text>
      ) : (
        <Radio.Group aria-label={text.title} value={selected} onChange={setChosenPreset}>
          <Stack gap="sm">
            {PRESETS.map(({ startTime, hours, minutes }, place) => (
              <Radio
                key={startTime + hours}
                value={String(place)}
                label={scheduleWords(startTime, Number(hours) * 60 + Number(minutes), scheduleText)}
              />
            ))}
            <Radio value={NEVER} label={text.never} />
          </Stack>
        </Radio.Group>
      )}
    </Frame>
  );
}
