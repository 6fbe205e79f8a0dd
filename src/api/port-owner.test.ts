import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPortOwner, readCommand, readLsof, readNetstat } from './open-port.ts';

const hasLsof = spawnSync('lsof', ['-v']).error === undefined;

describe('findPortOwner', () => {
  const server = net.createServer();
  let port: number;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  it.runIf(process.platform === 'linux')("finds the owner of a port in Linux's tables", async () => {
    expect(await findPortOwner(port)).toEqual({ pid: process.pid, name: expect.stringContaining('node') });
  });

  it.runIf(hasLsof)('finds the owner of a port with lsof', async () => {
    expect(await findPortOwner(port, 'darwin')).toEqual({ pid: process.pid, name: expect.stringMatching(/\w/) });
  });

  it('returns null if no program listens on the port, or the system tool is missing', async () => {
    const other = net.createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const free = (other.address() as AddressInfo).port;
    other.close();
    await once(other, 'close');
    expect(await findPortOwner(free)).toBeNull();
    expect(await findPortOwner(free, 'darwin')).toBeNull();
    expect(await findPortOwner(port, 'win32')).toBeNull();
  });
});

describe('the parser of the output of system tools', () => {
  it('returns the program and its script from a command line, without any other argument', () => {
    expect(readCommand('/usr/bin/node\0/opt/pennyrow/bin/pennyrow.js\0serve\0--token\0hush\0')).toBe(
      'node pennyrow.js',
    );
    expect(readCommand('/usr/bin/node\0-e\0hush()\0')).toBe('node');
    expect(readCommand('/usr/sbin/nginx\0-g\0daemon off;\0')).toBe('nginx');
  });

  it('finds the program in the output of lsof', () => {
    expect(readLsof('p4711\ncnode\nf23\n')).toEqual({ pid: 4711, name: 'node' });
    expect(readLsof('')).toBeNull();
  });

  it('finds the process of exactly this port in the output of netstat, in any language and with IPv6', () => {
    const output = [
      'Aktive Verbindungen',
      '',
      '  Proto  Lokale Adresse         Remoteadresse          Status           PID',
      '  TCP    127.0.0.1:8400         0.0.0.0:0              ABHÖREN          1',
      '  TCP    127.0.0.1:28400        127.0.0.1:50123        HERGESTELLT      2',
      '  TCP    127.0.0.1:28400        0.0.0.0:0              ABHÖREN          4711',
      '  TCP    [::1]:28401            [::]:0                 ABHÖREN          4712',
    ].join('\r\n');
    expect(readNetstat(output, 28_400)).toBe(4711);
    expect(readNetstat(output, 28_401)).toBe(4712);
    expect(readNetstat(output, 400)).toBeNull();
  });
});
