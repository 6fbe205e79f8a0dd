import { createCipheriv, createHash, randomBytes, webcrypto } from 'node:crypto';
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import zlib from 'node:zlib';
import type { DataFolder } from './data-folder.ts';
import { report, problem } from '../messages/problem.ts';
import type { Report } from '../messages/parameters.ts';

export interface MachineFinding extends Report {
  readonly check: string;
  readonly about: 'folder' | 'privacy' | 'space' | 'engine';
  readonly name: null;
  readonly status: 'ok' | 'warning' | 'problem';
}

const LITTLE_SPACE_BYTES = 200_000_000;

export async function checkMachine(folder: DataFolder): Promise<MachineFinding[]> {
  return [checkAccess(folder), checkPrivacy(folder), checkSpace(folder), await checkEngine()];
}

function finding(
  check: string,
  about: MachineFinding['about'],
  status: MachineFinding['status'],
  described: Parameters<typeof report>[0],
): MachineFinding {
  return { check, about, name: null, status, ...report(described) };
}

function checkAccess({ path }: DataFolder): MachineFinding {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return finding('data folder', 'folder', 'ok', problem('check_passed', {}));
  } catch {
    return finding('data folder', 'folder', 'problem', problem('data_no_access', { use: 'data', path }));
  }
}

function checkPrivacy({ path }: DataFolder): MachineFinding {
  return process.platform === 'win32' || (statSync(path).mode & 0o077) === 0
    ? finding('privacy', 'privacy', 'ok', problem('check_passed', {}))
    : finding('privacy', 'privacy', 'warning', problem('data_shared', { path }));
}

function checkSpace({ path }: DataFolder): MachineFinding {
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  return free >= LITTLE_SPACE_BYTES
    ? finding('disk space', 'space', 'ok', problem('check_passed', {}))
    : finding('disk space', 'space', 'warning', problem('data_little_space', { free }));
}

/** Calls each feature that Pennyrow needs, because some builds of Node lack features: Electron has no OpenSSL, for example. */
const FEATURES: Readonly<Record<string, () => unknown>> = {
  'aes-256-gcm': () => createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12)).final(),
  sha256: () => createHash('sha256').digest(),
  'P-256': () => webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
  crc32: () => zlib.crc32('Pennyrow'),
  deflate: () => zlib.inflateSync(zlib.deflateSync('Pennyrow')),
};

export async function checkEngine(features = FEATURES): Promise<MachineFinding> {
  const missing: string[] = [];
  for (const [name, attempt] of Object.entries(features))
    try {
      await attempt();
    } catch {
      missing.push(name);
    }
  return missing.length === 0
    ? finding('engine', 'engine', 'ok', problem('check_passed', {}))
    : finding('engine', 'engine', 'problem', problem('service_engine_incomplete', { missing: missing.join(', ') }));
}
