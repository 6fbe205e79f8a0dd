import { describe, expect, it } from 'vitest';
import type { StatusNote } from '../../contract/control/service.ts';
import { problem, report } from '../../messages/problem.ts';
import { notificationScene } from '../../../test/support/notification-scene.ts';

describe('a permission that expires', () => {
  const ends = (days: number, until = '2026-03-24T08:00:00Z'): StatusNote => ({
    about: 'connection',
    ...report(problem('source_consent_ends', { name: 'City Bank', days, until })),
    connection: null,
    lines: null,
    renewable: 'c',
  });

  it('is announced once each 14, 7 and 1 day before its end, also across restarts', async () => {
    const first = notificationScene();
    const bodies: string[] = [];
    for (let days = 14; days >= 0; days -= 1) {
      const { state, bubbles, start } = notificationScene(first.memory);
      state.notes = [ends(days)];
      const notifications = start();
      await first.settled();
      notifications.refresh();
      await first.settled();
      await notifications.close();
      bodies.push(...bubbles.map(({ body }) => `${days}: ${body}`));
    }
    expect(bodies).toEqual([
      expect.stringMatching(/^14: City Bank: the permission .* in 14 days.*“Reconnect”/),
      expect.stringMatching(/^7: .* in 7 days/),
      expect.stringMatching(/^1: .* tomorrow/),
    ]);
  });

  it('is announced without any sync, and a click opens the connections', async () => {
    const { state, bubbles, opened, start, settled } = notificationScene();
    const notifications = start();
    await settled();
    state.notes = [ends(7)];
    notifications.refresh();
    await settled();
    bubbles[0]?.click();
    expect(opened).toEqual(['a /connections']);
  });

  it('is announced again after it was renewed, and never for a paused connection', async () => {
    const { state, bubbles, start, runEnds } = notificationScene();
    start();
    for (const notes of [[ends(7)], [], [ends(7, '2026-09-20T08:00:00Z')]]) {
      state.notes = notes;
      await runEnds();
    }
    expect(bubbles).toHaveLength(2);
    Object.assign(state, { isPaused: true, notes: [ends(1, '2027-01-01T08:00:00Z')] });
    await runEnds();
    expect(bubbles).toHaveLength(2);
  });
});
