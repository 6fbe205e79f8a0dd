export type SilenceChoice = 'wait' | 'end';

export interface Silence {
  readonly isEnding: boolean;
  readonly signal: AbortSignal;
}

export type AskAboutSilence = (silence: Silence) => Promise<SilenceChoice>;

/** Milliseconds without a response until a dialog offers to end the service. Each answer "wait" doubles the time. */
export interface Limits {
  readonly silentMs: number;
  /** The same limit after a request to stop: the service first finishes a write, which may be slow over a network. */
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

/** The service counts as silent after this many unanswered pings. A single one may be due to the sleep of the machine. */
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
    // If the dialog cannot be shown, the service keeps running, because only the user may end it.
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
