import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DesktopInput, DesktopOutput, DesktopProcedureName } from '../../../src/contract/control/desktop.ts';
import type { ControlFailure } from './carrier.ts';
import { useCarrier } from './use-control.tsx';

export type Desktop = NonNullable<ReturnType<typeof useDesktop>>;

/** Null in a browser. */
export function useDesktop() {
  return useDesktopSetting('desktop.settings', 'desktop.change');
}

export function useCommandLine() {
  return useDesktopSetting('desktop.commandLine', 'desktop.changeCommandLine');
}

function useDesktopSetting<Name extends DesktopProcedureName, Change extends DesktopProcedureName>(
  name: Name,
  changeName: Change,
) {
  const carrier = useCarrier();
  const queries = useQueryClient();
  const queryKey = [name, {}];
  const view = useQuery<DesktopOutput<Name>, ControlFailure>({
    queryKey,
    queryFn: ({ signal }) => carrier.call(name, {}, signal) as Promise<DesktopOutput<Name>>,
    enabled: carrier.isDesktop,
    // The user can change them outside of Pennyrow, which sends no event.
    refetchOnWindowFocus: 'always',
  });
  const change = useMutation<DesktopOutput<Name>, ControlFailure, DesktopInput<Change>>({
    mutationFn: (changes) => carrier.call(changeName, changes) as Promise<DesktopOutput<Name>>,
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
  });
  return carrier.isDesktop ? { view, change } : null;
}
