import { describe, expect, it } from 'vitest';
import { createRefresh } from './refresh.ts';

function refreshes(signal = new AbortController().signal) {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, ...createRefresh(work, signal) };
}

describe('createRefresh', () => {
  it('repeats the work once after it ends, however many requests arrived in the meantime', async () => {
    const { ends, request, settled } = refreshes();
    request();
    request();
    request();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await expect.poll(() => ends).toHaveLength(2);
    ends[1]?.();
    await settled();
    expect(ends).toHaveLength(2);
    request();
    expect(ends).toHaveLength(3);
  });

  it('does not repeat the work after the signal has aborted', async () => {
    const closing = new AbortController();
    const { ends, request, settled } = refreshes(closing.signal);
    request();
    request();
    closing.abort();
    ends[0]?.();
    await settled();
    expect(ends).toHaveLength(1);
  });
});
