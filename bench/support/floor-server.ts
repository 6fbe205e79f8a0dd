import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificate } from './certificate.ts';

const PROGRAM = join(import.meta.dirname, '../programs/https-floor.js');

/**
 * Returns the arguments with which `startServer` or `spawn` starts a minimal node:https server. The server answers with
 * `bytes` bytes and, if `database` is set, first opens this database.
 */
export async function floorServer(folder: string): Promise<(bytes: number, database?: string) => readonly string[]> {
  const { cert, key } = await makeCertificate();
  const certFile = join(folder, 'floor-cert.pem');
  const keyFile = join(folder, 'floor-key.pem');
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  return (bytes, database) => [
    PROGRAM,
    certFile,
    keyFile,
    String(bytes),
    ...(database === undefined ? [] : [database]),
  ];
}
