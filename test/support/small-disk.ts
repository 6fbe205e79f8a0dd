import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** A small separate disk that can be filled up and made read-only. */
export interface SmallDisk {
  readonly path: string;
  fill(): void;
  /** Frees the space that `fill` used. */
  makeRoom(): void;
  setReadOnly(isReadOnly: boolean): void;
}

/** Mounts a disk for one test. Skips the test where mounting is impossible: it requires Linux and root. */
export function smallDisk({ skip }: TestContext, kilobytes: number): SmallDisk {
  const path = temporaryFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', path], {
    stdio: 'ignore',
  });
  if (status !== 0) skip('only root can mount a disk of its own, and only on Linux');
  onTestFinished(() => void spawnSync('umount', ['--lazy', path], { stdio: 'ignore' }));
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => {
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    makeRoom: () => rmSync(filler, { force: true }),
    setReadOnly: (isReadOnly) => {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path]);
    },
  };
}
