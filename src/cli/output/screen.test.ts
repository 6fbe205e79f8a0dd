import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screenOf } from './screen.ts';

/** What a terminal is to us, without one. */
function terminal(): NodeJS.WriteStream {
  const { getColorDepth } = WriteStream.prototype;
  return Object.assign(new PassThrough(), { isTTY: true, columns: 80, getColorDepth }) as unknown as NodeJS.WriteStream;
}

beforeEach(() => {
  // Node takes a build machine for a terminal without colours.
  vi.stubEnv('CI', undefined);
  vi.stubEnv('FORCE_COLOR', undefined);
  vi.stubEnv('NO_COLOR', undefined);
  vi.stubEnv('NODE_DISABLE_COLORS', undefined);
  vi.stubEnv('TERM', 'xterm-256color');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a terminal has a width and colours', () => {
  const screen = screenOf(terminal());
  expect(screen.width).toBe(80);
  expect(screen.paint('red', 'x')).toBe('\u001b[31mx\u001b[39m');
});

test('NO_COLOR takes the colours away', () => {
  vi.stubEnv('NO_COLOR', '1');
  expect(screenOf(terminal()).paint('red', 'x')).toBe('x');
});

test('a pipe has neither', () => {
  const screen = screenOf(new PassThrough() as unknown as NodeJS.WriteStream);
  expect(screen).toMatchObject({ width: Infinity });
  expect(screen.paint('red', 'x')).toBe('x');
});
