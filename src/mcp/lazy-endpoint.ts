import type { OwnControl } from '../control/control.ts';
import type { AgentEndpoint } from './http.ts';

/**
 * Imports the endpoint with the first request: the protocol's library takes longer to load than the rest of a start, and
 * most installs have no agent.
 */
export function createLazyEndpoint(control: OwnControl, report: (thrown: unknown) => void): AgentEndpoint {
  let loaded: Promise<AgentEndpoint> | null = null;
  return {
    answer: async (request) => {
      loaded ??= import('./http.ts').then(({ createAgentEndpoint }) => createAgentEndpoint(control, report));
      return (await loaded).answer(request);
    },
    close: async () => (await loaded)?.close(),
  };
}
