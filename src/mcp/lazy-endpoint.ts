import type { OwnControl } from '../control/control.ts';
import type { AgentEndpoint } from './http.ts';

/**
 * The endpoint, loaded by its first request: the protocol takes longer to load than the rest of a start, and most installs
 * have no agent.
 */
export function createLazyEndpoint(control: OwnControl, report: (thrown: unknown) => void): AgentEndpoint {
  let loaded: Promise<AgentEndpoint> | null = null;
  return {
    answer: async (asked) => {
      loaded ??= import('./http.ts').then(({ createAgentEndpoint }) => createAgentEndpoint(control, report));
      return (await loaded).answer(asked);
    },
    close: async () => (await loaded)?.close(),
  };
}
