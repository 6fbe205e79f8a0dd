import { useState } from 'react';
import { useLocation } from 'wouter';
import type { WelcomeView } from '../../../src/contract/control/welcome.ts';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { BankScreen } from './bank-screen.tsx';
import { ChoiceScreen } from './choice-screen.tsx';
import { DoneScreen } from './done-screen.tsx';
import { PlaceScreen } from './place-screen.tsx';
import { ScheduleScreen } from './schedule-screen.tsx';
import { firstScreen } from './screens.ts';
import { SyncScreen } from './sync-screen.tsx';
import { useEnd } from './use-end.ts';
import { useTrail } from './use-trail.ts';
import type { WizardNav } from './wizard-nav.ts';
import { WorkbookScreen } from './workbook-screen.tsx';

const SCREENS = {
  place: PlaceScreen,
  choice: ChoiceScreen,
  workbook: WorkbookScreen,
  bank: BankScreen,
  sync: SyncScreen,
  schedule: ScheduleScreen,
  done: DoneScreen,
};

/** The welcome at an address of its own, for who wants to see it once more. */
export function WelcomePage() {
  const [, navigate] = useLocation();
  return <Welcome left={() => navigate('/')} />;
}

/** From a new install to one that syncs automatically. Nothing here is asked only here: each screen says where it is later. */
export function Welcome({ left }: { readonly left: () => void }) {
  const { account } = useAccount();
  const { data: view, error, refetch, isFetching } = useAnswer('welcome.get', { accountId: account.id });
  const [known, setKnown] = useState(false);
  if (view === undefined) return <LoadingState height={480} failure={error} again={refetch} />;
  // Where it continues must not be told by an answer that is old.
  if (!known) {
    if (!isFetching) setKnown(true);
    return <LoadingState height={480} />;
  }
  return <Screens key={account.id} accountId={account.id} view={view} left={left} />;
}

function Screens({
  accountId,
  view,
  left,
}: {
  readonly accountId: string;
  readonly view: WelcomeView;
  readonly left: () => void;
}) {
  // Where it begins is decided once: what is done here must not move it.
  const [first] = useState(() => firstScreen(view));
  const { screen, goTo, goBack, leave } = useTrail(first);
  const skip = useAction('welcome.pass');
  const { end, isPending } = useEnd(() => leave(left));
  const nav: WizardNav = {
    view,
    goTo,
    pass: (steps, next) => {
      for (const step of steps) skip.mutate({ accountId, step });
      goTo(next);
    },
    goBack,
    end,
    isEnding: isPending,
  };
  const Shown = SCREENS[screen];
  return <Shown key={screen} {...nav} />;
}
