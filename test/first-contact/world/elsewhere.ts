// Loaded into the program with `--import`: another server of this machine answers every TLS request, as an intercepting
// proxy does. Requested names and certificate checks are unchanged.
import tls from 'node:tls';

const connect = tls.connect as (options: tls.ConnectionOptions, ...rest: unknown[]) => tls.TLSSocket;

tls.connect = ((options: tls.ConnectionOptions, ...rest: unknown[]) =>
  connect(
    { ...options, host: '127.0.0.1', port: port(), servername: options.servername || options.host || '' },
    ...rest,
  )) as typeof tls.connect;

/** Read for each request: one process may run several commands, each in a separate environment. */
function port(): number {
  return Number(process.env['FIRST_CONTACT_ELSEWHERE_PORT']);
}
