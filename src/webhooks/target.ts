import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

/** Where a webhook may send to. */
export interface Target {
  readonly url: URL;
  /** Addresses of the local network are fine. */
  readonly allowsPrivate: boolean;
}

type Reach = 'public' | 'private' | 'loopback' | 'never';

const LOOPBACK = blockList(['127.0.0.0/8', '::1/128']);

/** RFC 1918, RFC 6598 (what VPNs lend), RFC 4193. */
const PRIVATE = blockList(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']);

/**
 * What no receiver is at, by the registries of special addresses (RFC 6890): this network, link-local with the metadata
 * services of clouds, protocols, documentation, benchmarks, multicast, reserved; and addresses that hide another one.
 */
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

/** What is at an address, as the system writes it. One of IPv4 within one of IPv6 counts as itself: `BlockList` knows it. */
export function reachOf(address: string): Reach {
  const [bare = ''] = address.split('%');
  const version = isIP(bare);
  if (version === 0) return 'never';
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (LOOPBACK.check(bare, family)) return 'loopback';
  if (PRIVATE.check(bare, family)) return 'private';
  return NEVER.check(bare, family) ? 'never' : 'public';
}

/** `[::1]` without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Names that mean this machine wherever they are asked for (RFC 6761). */
function isLocalName(host: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(host);
}

/**
 * Reads the address of a webhook: https, or http to this machine. Throws PennyrowError `webhook_address`, which holds
 * nothing of the address.
 */
export function parseTarget(text: string): URL {
  const url = URL.parse(text.trim());
  if (url === null || url.hostname === '') throw unsafe('form');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw unsafe('form');
  const host = hostOf(url);
  const isThisMachine = isLocalName(host) || reachOf(host) === 'loopback';
  if (url.protocol === 'http:' && !isThisMachine) throw unsafe('plain');
  url.hash = '';
  return url;
}

/** Throws `webhook_address` where nothing is sent to that address, whatever it was looked up as. */
function requireReach({ url, allowsPrivate }: Target, address: string): void {
  const host = hostOf(url);
  switch (reachOf(address)) {
    case 'loopback':
      // A name of the outside that means this machine is somebody's trick.
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

/**
 * Looks a host up and hands on only addresses that may be sent to, so that the connection goes to what was checked. One
 * that may not refuses all of them.
 */
export function checkedLookup(target: Target, lookup: LookupFunction = systemLookup): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (failure, found) => {
      if (failure !== null) return callback(failure, [], 0);
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
      try {
        for (const { address } of addresses) requireReach(target, address);
      } catch (refused) {
        return callback(refused as Error, [], 0);
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

/** An address that needs no look-up is never handed to one. */
export function requireLiteral(target: Target): void {
  const host = hostOf(target.url);
  if (isIP(host) !== 0) requireReach(target, host);
}

/** The same for what a person is about to save. A name that nobody can look up now is looked up at each attempt. */
export async function requireReachable(target: Target, lookup?: LookupFunction): Promise<void> {
  requireLiteral(target);
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
  return new PennyrowError(problem('webhook_address', { reason, host }));
}
