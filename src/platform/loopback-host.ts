const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a Host header names this machine. Any other name came through a DNS answer that someone else controls:
 * a web page that wants to read from here under its own origin.
 */
export function isLoopbackHost(host: string | undefined): host is string {
  return host !== undefined && LOOPBACK_HOST.test(host);
}

/** Whether an address of a socket is this machine's own, which no other machine can send from. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);
}
