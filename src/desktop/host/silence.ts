export type SilenceChoice = 'wait' | 'end';

export interface Silence {
  readonly isEnding: boolean;
  readonly signal: AbortSignal;
}

export type AskAboutSilence = (silence: Silence) => Promise<SilenceChoice>;

/** After this many milliseconds without a response, a dialog offers to restart the service. Each "wait" doubles the time. */
export interface Limits {
  readonly silentMs: number;
  /** The limit after a request to stop. The service first finishes a write, which may take long on a slow network. */
  readonly endingMs: number;
}

export const LIMITS: Limits = { silentMs: 60_000, endingMs: 20_000 };

export type Alarm = (look: () => void, everyMs: number) => () => void;

const systemAlarm: Alarm = (look, everyMs) => {
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
};

export interface SilenceWatchOptions {
  readonly ping: () => void;
  readonly ask: (signal: AbortSignal) => Promise<SilenceChoice>;
  readonly giveUp: () => void;
  readonly silentMs: number;
  readonly alarm?: Alarm;
}

/** The number of unanswered checks until the service counts as silent. A machine that wakes up has missed at most one. */
const ASKED_IN_VAIN = 3;

export function watchSilence({ ping, ask, giveUp, silentMs, alarm = systemAlarm }: SilenceWatchOptions) {
  let waiting = 0;
  let looks = 0;
  let most = ASKED_IN_VAIN;
  let rest: (() => void) | null = null;
  let question: AbortController | null = null;
  let isStopped = false;

  function look(): void {
    looks += 1;
    if (looks > most && question === null) void put();
    ping();
  }

  async function put(): Promise<void> {
    const controller = new AbortController();
    question = controller;
    // A dialog that cannot be shown counts as "wait", because only the user can end the service.
    const answer = await ask(controller.signal).catch(() => 'wait' as const);
    if (question !== controller) return;
    question = null;
    if (answer === 'end') return giveUp();
    most *= 2;
    looks = 0;
  }

  function settle(): void {
    question?.abort();
    question = null;
    looks = 0;
  }

  function lookNoMore(): void {
    rest?.();
    rest = null;
    settle();
  }

  return {
    begin: () => {
      waiting += 1;
      if (!isStopped) rest ??= alarm(look, silentMs / ASKED_IN_VAIN);
    },
    end: () => {
      waiting -= 1;
      if (waiting === 0) lookNoMore();
    },
    noteResponse: settle,
    stop: () => {
      isStopped = true;
      lookNoMore();
    },
  };
}
