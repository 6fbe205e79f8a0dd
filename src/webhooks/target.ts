import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { createError, PennyrowError } from '../platform/errors.ts';

export interface Target {
  readonly url: URL;
  readonly allowsPrivate: boolean;
}

const LOOPBACK = blockList(['127.0.0.0/8', '::1/128']);

/** Private addresses of RFC 1918, RFC 6598 (which VPNs use) and RFC 4193. */
const PRIVATE = blockList(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']);

/** Addresses without receivers (RFC 6890), and dangerous ones: link-local (metadata services), and IPv6 with an IPv4 address. */
const NEVER = blockList([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

/** The range of an IP address. `BlockList` treats IPv4-mapped IPv6 addresses (such as ::ffff:127.0.0.1) as IPv4. */
export function addressRange(address: string): 'public' | 'private' | 'loopback' | 'never' {
  const [bare = ''] = address.split('%');
  const version = isIP(bare);
  if (version === 0) return 'never';
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (LOOPBACK.check(bare, family)) return 'loopback';
  if (PRIVATE.check(bare, family)) return 'private';
  return NEVER.check(bare, family) ? 'never' : 'public';
}

function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function isLocalName(host: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(host);
}

/** Accepts https, or http to this machine. Its errors do not contain the address, which may contain a secret. */
export function parseWebhookAddress(text: string): URL {
  const url = URL.parse(text.trim());
  if (url === null || url.hostname === '') throw unsafe('form');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw unsafe('form');
  const host = hostOf(url);
  const isThisMachine = isLocalName(host) || addressRange(host) === 'loopback';
  if (url.protocol === 'http:' && !isThisMachine) throw unsafe('plain');
  url.hash = '';
  return url;
}

/** Throws `webhook_address` if a request to the target must not connect to this IP address. */
function requireAllowedAddress({ url, allowsPrivate }: Target, address: string): void {
  const host = hostOf(url);
  switch (addressRange(address)) {
    case 'loopback':
      // Rejects a public name that resolves to this machine: the owner of the name could reach local services.
      if (isLocalName(host) || isIP(host) !== 0) return;
      throw unsafe('turned', host);
    case 'private':
      if (url.protocol === 'https:' && allowsPrivate) return;
      throw unsafe('private', host);
    case 'public':
      if (url.protocol === 'https:') return;
      throw unsafe('plain', host);
    case 'never':
      throw unsafe('other', host);
  }
}

/** A DNS lookup that rejects forbidden addresses. Pass it to the request, so that it connects to an address that was checked. */
export function checkedLookup(target: Target, lookup: LookupFunction = systemLookup): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (failure, found) => {
      if (failure !== null) return callback(failure, [], 0);
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      try {
        for (const { address } of addresses) requireAllowedAddress(target, address);
      } catch (refused) {
        return callback(refused as Error, [], 0);
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

/** Checks a host that is an IP address, because Node does not call `lookup` for such a host. */
export function requireAllowedLiteral(target: Target): void {
  const host = hostOf(target.url);
  if (isIP(host) !== 0) requireAllowedAddress(target, host);
}

/** Checks an address before it is saved. Accepts a name that DNS cannot resolve now, because each delivery checks it again. */
export async function requireReachable(target: Target, lookup?: LookupFunction): Promise<void> {
  requireAllowedLiteral(target);
  const host = hostOf(target.url);
  if (isIP(host) !== 0) return;
  const failure = await new Promise<Error | null>((resolve) => {
    checkedLookup(target, lookup)(host, { all: true }, resolve);
  });
  if (failure instanceof PennyrowError) throw failure;
}

function blockList(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/');
    list.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

function unsafe(reason: 'form' | 'plain' | 'private' | 'turned' | 'other', host = ''): PennyrowError {
  return createError('webhook_address', { reason, host });
}
