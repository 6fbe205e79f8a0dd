/** The user's decision about a service that does not respond. */
export type SilenceChoice = 'wait' | 'end';

export interface Silence {
  /** It was told to end and has not; otherwise it does not answer its calls. */
  readonly isEnding: boolean;
  /** Aborts when the question has settled itself: it speaks again, or has ended. */
  readonly signal: AbortSignal;
}

export type AskAboutSilence = (silence: Silence) => Promise<SilenceChoice>;

/** Milliseconds of silence before the user is asked; doubled after each "wait". */
export interface Limits {
  /** While somebody waits for its answer. */
  readonly silentMs: number;
  /** After it was told to end. A write to a slow network is let end, so this is no sign of a mistake yet. */
  readonly endingMs: number;
}

export const LIMITS: Limits = { silentMs: 60_000, endingMs: 20_000 };

export interface SilenceWatch {
  /** Somebody begins to wait for an answer. */
  begin(): void;
  /** Somebody waits no more. */
  end(): void;
  /** It said something, whatever it was. */
  heard(): void;
  /** For good; a question that is open settles itself. */
  stop(): void;
}

/** Calls again and again until what it returns is called. */
export type Alarm = (look: () => void, everyMs: number) => () => void;

const systemAlarm: Alarm = (look, everyMs) => {
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
};

export interface SilenceWatchOptions {
  /** Asks it for a sign of life, which it gives unless it is busy or hangs. */
  readonly ping: () => void;
  readonly ask: (signal: AbortSignal) => Promise<SilenceChoice>;
  /** A person has had enough. */
  readonly giveUp: () => void;
  readonly silentMs: number;
  readonly alarm?: Alarm;
}

/** Unanswered checks until the service counts as silent. A machine that wakes up has missed at most one. */
const ASKED_IN_VAIN = 3;

/** Watches while somebody waits; there is no timer else. */
export function watchSilence({ ping, ask, giveUp, silentMs, alarm = systemAlarm }: SilenceWatchOptions): SilenceWatch {
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
    // A box that cannot be shown is no answer, and nothing may be ended without one.
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
    heard: settle,
    stop: () => {
      isStopped = true;
      lookNoMore();
    },
  };
}
