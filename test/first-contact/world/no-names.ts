// Loaded into the program with `--import`: no host name is resolved, as without a network. Numeric addresses work.
import dns from 'node:dns';
import { isIP } from 'node:net';

const lookup = dns.lookup as (...given: unknown[]) => void;

dns.lookup = ((name: string, ...rest: unknown[]) => {
  if (isIP(name) !== 0 || name === 'localhost') return lookup(name, ...rest);
  const answer = rest.at(-1) as (error: Error) => void;
  setImmediate(() =>
    answer(
      Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
        code: 'ENOTFOUND',
        errno: -3008,
        syscall: 'getaddrinfo',
        hostname: name,
      }),
    ),
  );
}) as typeof dns.lookup;
