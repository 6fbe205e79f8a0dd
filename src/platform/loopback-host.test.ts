import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from './loopback-host.ts';

describe('a Host header', () => {
  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:28400', '[::1]', '[::1]:28400'])('%s names this machine', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'bank.example',
    'localhost.bank.example',
    'bank.example:28400',
    'localhost@bank.example',
    'localhost:',
    'localhost:1/',
    '::1',
    '127.0.0.1.bank.example',
    '0.0.0.0',
  ])('%s does not', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
