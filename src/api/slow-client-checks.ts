import type { Server } from 'node:http';

/** Node looks for clients that are too slow by a timer of each server, every few seconds. */
export interface SlowClientChecks {
  /** To be called for each connection, before its server has it. */
  begin(): void;
  /** To be called when no connection is left: what waits for clients all day must not wake the machine. */
  rest(): void;
}

/** For servers that do not listen themselves, but are handed their connections. */
export function slowClientChecks(servers: readonly Server[]): SlowClientChecks {
  let isRunning = false;
  return {
    begin: () => {
      if (isRunning) return;
      isRunning = true;
      // What starts the timer in Node, where a server listens itself.
      for (const server of servers) server.emit('listening');
    },
    rest: () => {
      isRunning = false;
      // Of a server that does not listen, this ends the timer and nothing else.
      for (const server of servers) server.close();
    },
  };
}
