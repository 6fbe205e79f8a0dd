/** Gives accounts that are due at the same moment their turns, one after the other. */
export interface Turns {
  /** When it is the account's turn: now for one that nobody is ahead of. Asking again gives the same answer. */
  take(accountId: string, nowMs: number): Turn;
  /** The account has had its turn, or wants none any more. */
  leave(accountId: string): void;
}

export interface Turn {
  readonly atMs: number;
  /** When the account asked for it. */
  readonly askedMs: number;
}

/**
 * Between two scheduled starts. A sync of a spreadsheet at a service reads it once and writes it once, and the strictest
 * service grants a person 60 reads and 60 writes a minute, and a whole install 300 of each. At one start a second, a
 * thousand accounts of one start time keep within that, and two do not notice.
 */
const APART_MS = 1000;

export function createTurns(): Turns {
  const waiting = new Map<string, Turn>();
  let nextFreeMs = 0;
  return {
    take: (accountId, nowMs) => {
      const known = waiting.get(accountId);
      if (known !== undefined) return known;
      // A clock that was set back must not make anybody wait for the old time.
      const isFree = nextFreeMs <= nowMs || nextFreeMs > nowMs + (waiting.size + 1) * APART_MS;
      const turn: Turn = { atMs: isFree ? nowMs : nextFreeMs, askedMs: nowMs };
      nextFreeMs = turn.atMs + APART_MS;
      waiting.set(accountId, turn);
      return turn;
    },
    leave: (accountId) => {
      waiting.delete(accountId);
    },
  };
}
