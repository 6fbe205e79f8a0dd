// Loaded into the program with `--import`: whatever is asked for over TLS, another server of this machine answers, as a
// proxy that reads along does. The names that are asked for, and how certificates are checked, stay.
import tls from 'node:tls';

const connect = tls.connect as (options: tls.ConnectionOptions, ...rest: unknown[]) => tls.TLSSocket;

tls.connect = ((options: tls.ConnectionOptions, ...rest: unknown[]) =>
  connect(
    { ...options, host: '127.0.0.1', port: port(), servername: options.servername || options.host || '' },
    ...rest,
  )) as typeof tls.connect;

/** Asked each time: one process may run several commands, each in an environment of its own. */
function port(): number {
  return Number(process.env['FIRST_CONTACT_ELSEWHERE_PORT']);
}
