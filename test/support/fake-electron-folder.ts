import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Marks the position of the fuses in Electron's program: https://github.com/electron/fuses */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Creates the files that electron-builder requires in Electron's folder for Linux. Only the fuses are real. */
export function fakeElectronFolder(folder: string): string {
  const electron = join(folder, 'fake-electron');
  for (const inner of ['resources', 'locales']) mkdirSync(join(electron, inner), { recursive: true });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'icudtl.dat', 'version', 'locales/en-US.pak'])
    writeFileSync(join(electron, name), name);
  // Version 1 and nine fuses, some of them on, as Electron is distributed.
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.of(1, 9), Buffer.from('101100110')]);
  writeFileSync(join(electron, 'electron'), Buffer.concat([Buffer.alloc(512), wire, Buffer.alloc(512)]), {
    mode: 0o755,
  });
  return electron;
}
