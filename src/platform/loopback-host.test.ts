import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from './config.ts';

describe('a Host header', () => {
  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:28400', '[::1]', '[::1]:28400'])(
    '%s is accepted by isLoopbackHost()',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

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
  ])('%s is rejected by isLoopbackHost()', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe('the address of a socket', () => {
  it.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])('%s is accepted by isLoopbackAddress()', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  it.each([undefined, '', '172.17.0.1', '192.168.1.5', '::', '::12', 'fe80::1', '::ffff:10.0.0.1', '10.127.0.1'])(
    '%s is rejected by isLoopbackAddress()',
    (address) => {
      expect(isLoopbackAddress(address)).toBe(false);
    },
  );
});
