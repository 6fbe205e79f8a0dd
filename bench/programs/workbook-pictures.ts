/**
 * Retakes the screenshots of a new workbook in docs/images/workbook, from the last build, as LibreOffice displays it: `npx
 * node bench/programs/workbook-pictures.ts`. Requires LibreOffice Calc and pdftoppm (Debian's poppler-utils).
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureLibreOffice, NO_LIBRE_OFFICE } from '../../test/support/libre-office.ts';
import { overviewScene } from '../../test/support/overview-scene.ts';

const IMAGES = join(import.meta.dirname, '..', '..', 'docs', 'images', 'workbook');
const DOTS_PER_INCH = 110;
/** The printed pages that are shown, and the shown part of each, in pixels. */
const PICTURES = [
  { name: 'overview', page: 1, x: 50, y: 45, width: 905, height: 680 },
  { name: 'transactions', page: 2, x: 40, y: 55, width: 1130, height: 330 },
] as const;

const home = mkdtempSync(join(tmpdir(), 'pennyrow-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
const office = await ensureLibreOffice(home);
if (office === null) throw new Error(NO_LIBRE_OFFICE);
const data = join(home, 'data');
mkdirSync(data);
const scene = await overviewScene(data, [0, 1, 9, 20, 30, 31, 45, 58, 59, 60, 75, 87, 91]);
await scene.close();
const pdf = await office.print(scene.path, home);
mkdirSync(IMAGES, { recursive: true });
for (const { name, page, x, y, width, height } of PICTURES) {
  const area = { '-f': page, '-l': page, '-r': DOTS_PER_INCH, '-x': x, '-y': y, '-W': width, '-H': height };
  const options = Object.entries(area).flatMap(([option, value]) => [option, String(value)]);
  await promisify(execFile)('pdftoppm', [...options, '-png', '-singlefile', pdf, join(IMAGES, name)]);
}
