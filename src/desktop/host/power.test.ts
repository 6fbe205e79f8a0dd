import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import type { ElectronParts } from '../electron-parts.ts';
import { followPower } from '../integrations.ts';

it('followPower calls its listener when the machine wakes up or is unlocked, until it is stopped', () => {
  const monitor = new EventEmitter();
  const onWake = vi.fn<() => void>();
  const stop = followPower(monitor as unknown as ElectronParts['powerMonitor'], onWake);
  monitor.emit('suspend');
  expect(onWake).toHaveBeenCalledTimes(0);
  monitor.emit('resume');
  monitor.emit('unlock-screen');
  expect(onWake).toHaveBeenCalledTimes(2);
  stop();
  monitor.emit('resume');
  expect(onWake).toHaveBeenCalledTimes(2);
});
