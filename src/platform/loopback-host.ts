const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a Host header names this machine. Any other name came through a DNS answer that someone else controls:
 * a web page that wants to read from here under its own origin.
 */
export function isLoopbackHost(host: string | undefined): host is string {
  return host !== undefined && LOOPBACK_HOST.test(host);
}
