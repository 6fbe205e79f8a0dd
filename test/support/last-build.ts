import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Warns if the source is newer than the built program, since tests that start the program would test an old build. */
export default function checkLastBuild(): void {
  const built = statSync(join(ROOT, 'dist/cli.js'), { throwIfNoEntry: false });
  if (built === undefined) return;
  const changed = globSync('{src,renderer}/**/*.{ts,tsx,css,json}', { cwd: ROOT }).find(
    (file) =>
      !/\.test\.ts$|^src\/messages\/compiled\//.test(file) && statSync(join(ROOT, file)).mtimeMs > built.mtimeMs,
  );
  if (changed !== undefined)
    console.warn(`dist is older than ${changed}: tests of the built program try the last build. Run npm run build.`);
}
