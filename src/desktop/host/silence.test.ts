import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchSilence, type SilenceChoice } from './silence.ts';

/** A watched thread with fake pings and a fake dialog. */
function watched() {
  const questions: { readonly signal: AbortSignal; readonly answer: (choice: SilenceChoice) => void }[] = [];
  const seen = { pings: 0, isGivenUp: false };
  const watch = watchSilence({
    ping: () => (seen.pings += 1),
    ask: (signal) => new Promise((answer) => questions.push({ signal, answer })),
    giveUp: () => (seen.isGivenUp = true),
    silentMs: 60_000,
  });
  return { watch, questions, seen };
}

describe('watchSilence', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends pings only while a request is waiting', () => {
    const { watch, questions, seen } = watched();
    vi.advanceTimersByTime(3_600_000);
    expect(vi.getTimerCount()).toBe(0);
    watch.begin();
    watch.begin();
    vi.advanceTimersByTime(40_000);
    watch.end();
    expect(seen.pings).toBe(2);
    watch.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(questions).toEqual([]);
  });

  it('does not ask the user while the thread answers pings, however long a request takes', () => {
    const { watch, questions } = watched();
    watch.begin();
    for (let minute = 0; minute < 60; minute++) {
      vi.advanceTimersByTime(60_000);
      watch.noteResponse();
    }
    expect(questions).toEqual([]);
  });

  it('asks the user once, and again after twice the time if the user chooses to wait', async () => {
    const { watch, questions, seen } = watched();
    watch.begin();
    vi.advanceTimersByTime(80_000);
    expect(questions).toHaveLength(1);
    vi.advanceTimersByTime(600_000);
    expect(questions).toHaveLength(1);
    questions[0]?.answer('wait');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(questions).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(questions).toHaveLength(2);
    questions[1]?.answer('end');
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.isGivenUp).toBe(true);
  });

  it('withdraws the question when the thread responds, and ignores a later answer', async () => {
    const { watch, questions, seen } = watched();
    watch.begin();
    vi.advanceTimersByTime(80_000);
    watch.noteResponse();
    expect(questions[0]?.signal.aborted).toBe(true);
    questions[0]?.answer('end');
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.isGivenUp).toBe(false);
    watch.stop();
    watch.begin();
    expect(vi.getTimerCount()).toBe(0);
  });
});
