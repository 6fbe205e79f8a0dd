const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * True if a Host header names this machine. Other names indicate DNS rebinding: a web page that tries to read from here under its own
 * origin.
 */
export function isLoopbackHost(host: string | undefined): host is string {
  return host !== undefined && LOOPBACK_HOST.test(host);
}

/** True if the address is a loopback address, which other machines cannot send from. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);
}
