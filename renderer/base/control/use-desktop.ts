import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { DesktopInput, DesktopView } from '../../../src/contract/control/desktop.ts';
import { useCarrier } from './use-control.tsx';
import type { ControlFailure } from './carrier.ts';

export interface Desktop {
  readonly settings: UseQueryResult<DesktopView, ControlFailure>;
  readonly change: UseMutationResult<DesktopView, ControlFailure, DesktopInput<'desktop.change'>>;
}

const SETTINGS = ['desktop.settings', {}];

export function useDesktop(): Desktop | null {
  const carrier = useCarrier();
  const queries = useQueryClient();
  const settings = useQuery<DesktopView, ControlFailure>({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => carrier.call('desktop.settings', {}, signal) as Promise<DesktopView>,
    enabled: carrier.isDesktop,
    // The user can change the start at login in the system's settings, which send no event.
    refetchOnWindowFocus: 'always',
  });
  const change = useMutation<DesktopView, ControlFailure, DesktopInput<'desktop.change'>>({
    mutationFn: (changes) => carrier.call('desktop.change', changes) as Promise<DesktopView>,
    onSuccess: (view) => queries.setQueryData(SETTINGS, view),
  });
  return carrier.isDesktop ? { settings, change } : null;
}
