import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, openBrowser } from '../test/support/browser.ts';
import { appDrawing, FRAMES, BACKGROUNDS, POINTS, SCALES, trayDrawing } from './drawings.ts';

// Redraws every icon of this folder from drawings.ts, with Chromium: `npm run pictures`.

const HERE = import.meta.dirname;
/** What the packages' tools ask for; macOS and Windows make their own kinds of file from the largest. */
const APP_SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

const home = mkdtempSync(join(tmpdir(), 'pennyrow-pictures-'));
const browser = await openBrowser({ executablePath: await ensureBrowser(), home });
try {
  const page = await browser.newPage();
  const draw = async (svg: string, size: number, path: string): Promise<void> => {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
    await page.screenshot({ path, omitBackground: true, clip: { x: 0, y: 0, width: size, height: size } });
  };
  mkdirSync(join(HERE, 'tray'), { recursive: true });
  for (const background of BACKGROUNDS) {
    for (const frame of FRAMES) {
      for (const [scale, suffix] of SCALES[background])
        await draw(
          trayDrawing(frame, background),
          POINTS * scale,
          join(HERE, 'tray', `${background}-${frame}${suffix}.png`),
        );
    }
  }
  mkdirSync(join(HERE, 'icons'), { recursive: true });
  for (const size of APP_SIZES) await draw(appDrawing(), size, join(HERE, 'icons', `${size}x${size}.png`));
  writeFileSync(join(HERE, 'icon.svg'), `${appDrawing()}\n`);
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
}
