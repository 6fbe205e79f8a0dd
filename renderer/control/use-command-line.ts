import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { CommandLineView } from '../../src/contract/control/desktop.ts';
import { useCarrier } from './control-context.tsx';
import type { ControlFailure } from './failure.ts';

export interface CommandLine {
  readonly view: UseQueryResult<CommandLineView | null, ControlFailure>;
  readonly change: UseMutationResult<CommandLineView, ControlFailure, boolean>;
}

const VIEW = ['desktop.commandLine', {}];

/** The command that the desktop app puts where terminals look; for its window only. */
export function useCommandLine(): CommandLine {
  const carrier = useCarrier();
  const queries = useQueryClient();
  const view = useQuery<CommandLineView | null, ControlFailure>({
    queryKey: VIEW,
    queryFn: ({ signal }) => carrier.call('desktop.commandLine', {}, signal) as Promise<CommandLineView | null>,
    enabled: carrier.isDesktop,
  });
  const change = useMutation<CommandLineView, ControlFailure, boolean>({
    mutationFn: (isInstalled) => carrier.call('desktop.changeCommandLine', { isInstalled }) as Promise<CommandLineView>,
    onSuccess: (changed) => queries.setQueryData(VIEW, changed),
  });
  return { view, change };
}
