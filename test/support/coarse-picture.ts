import type { BrowserContext, Page } from 'playwright-core';

/** How large a square of the page becomes one cell of the coarse picture. */
const CELL = 20;
/** Of 255 in a colour. */
const MUCH = 20;

/** What a page shows as a PNG of a few kB: cells of average colour. */
export async function coarsePicture(page: Page): Promise<Buffer> {
  const shot = await page.screenshot();
  const coarse = await inOwnPage(page, `(${COARSE})('${addressOf(shot)}', ${CELL})`);
  return Buffer.from((coarse as string).split(',')[1] ?? '', 'base64');
}

/** The share of cells that are not what they were, up to one cell away: another browser may round an edge into the next one. */
export async function shareOfDifference(page: Page, before: Buffer, after: Buffer): Promise<number> {
  return (await inOwnPage(page, `(${COMPARE})('${addressOf(before)}', '${addressOf(after)}', ${MUCH})`)) as number;
}

const addressOf = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

const artists = new WeakMap<BrowserContext, Promise<Page>>();

/** A browser can read pictures; the page itself would not let foreign ones in. An empty one beside it, which goes with its context. */
async function inOwnPage(page: Page, expression: string): Promise<unknown> {
  const context = page.context();
  const artist = artists.get(context) ?? context.newPage();
  artists.set(context, artist);
  return (await artist).evaluate(expression);
}

const READ = `async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}`;

const COARSE = `async (address, cell) => {
  const { data, width, height } = await (${READ})(address);
  const canvas = document.createElement('canvas');
  canvas.width = width / cell;
  canvas.height = height / cell;
  const context = canvas.getContext('2d');
  const coarse = context.createImageData(canvas.width, canvas.height);
  for (let place = 0; place < canvas.width * canvas.height; place++) {
    const left = (place % canvas.width) * cell, top = Math.floor(place / canvas.width) * cell;
    const sum = [0, 0, 0];
    for (let y = top; y < top + cell; y++) for (let x = left; x < left + cell; x++) for (let c = 0; c < 3; c++) sum[c] += data[(y * width + x) * 4 + c];
    for (let c = 0; c < 3; c++) coarse.data[place * 4 + c] = sum[c] / (cell * cell);
    coarse.data[place * 4 + 3] = 255;
  }
  context.putImageData(coarse, 0, 0);
  return canvas.toDataURL();
}`;

const COMPARE = `async (before, after, much) => {
  const [a, b] = [await (${READ})(before), await (${READ})(after)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  const apart = (one, x, y, other, u, v) => Math.max(...[0, 1, 2].map((c) => Math.abs(one.data[(y * one.width + x) * 4 + c] - other.data[(v * one.width + u) * 4 + c])));
  const isLost = (one, x, y, other) => {
    for (let v = Math.max(0, y - 1); v <= Math.min(one.height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(one.width - 1, x + 1); u++) if (apart(one, x, y, other, u, v) <= much) return false;
    }
    return true;
  };
  let lost = 0;
  for (let y = 0; y < a.height; y++) for (let x = 0; x < a.width; x++) if (isLost(a, x, y, b) || isLost(b, x, y, a)) lost++;
  return lost / (a.width * a.height);
}`;
