import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { DesktopInput, DesktopOutput, DesktopProcedureName } from '../../../src/contract/control/desktop.ts';
import type { ControlFailure } from './carrier.ts';
import { useCarrier } from './use-control.tsx';

interface DesktopSetting<Name extends DesktopProcedureName, Change extends DesktopProcedureName> {
  readonly view: UseQueryResult<DesktopOutput<Name>, ControlFailure>;
  readonly change: UseMutationResult<DesktopOutput<Name>, ControlFailure, DesktopInput<Change>>;
}

export type Desktop = DesktopSetting<'desktop.settings', 'desktop.change'>;

/** Null in a browser. */
export function useDesktop(): Desktop | null {
  return useDesktopSetting('desktop.settings', 'desktop.change');
}

export function useCommandLine() {
  return useDesktopSetting('desktop.commandLine', 'desktop.changeCommandLine');
}

function useDesktopSetting<Name extends DesktopProcedureName, Change extends DesktopProcedureName>(
  name: Name,
  changeName: Change,
): DesktopSetting<Name, Change> | null {
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
