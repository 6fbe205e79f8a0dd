import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput, ControlFailure } from './carrier.ts';
import { useAnswer, useCarrier } from './use-control.tsx';

export type Desktop = NonNullable<ReturnType<typeof useDesktop>>;

/** Null in a browser. */
export function useDesktop() {
  return useDesktopSetting('desktop.settings', 'desktop.change');
}

export function useCommandLine() {
  return useDesktopSetting('desktop.commandLine', 'desktop.changeCommandLine');
}

function useDesktopSetting<
  Name extends 'desktop.settings' | 'desktop.commandLine',
  Change extends 'desktop.change' | 'desktop.changeCommandLine',
>(name: Name, changeName: Change) {
  const carrier = useCarrier();
  const queries = useQueryClient();
  // Fetched at each focus: changes of these settings outside of Pennyrow send no event.
  const view = useAnswer(name, carrier.isDesktop ? ({} as CallInput<Name>) : null, { refetchOnWindowFocus: 'always' });
  const change = useMutation<CallOutput<Change>, ControlFailure, CallInput<Change>>({
    mutationFn: (changes) => carrier.call(changeName, changes),
    onSuccess: (changed) => queries.setQueryData([name, {}], changed),
  });
  return carrier.isDesktop ? { view, change } : null;
}
