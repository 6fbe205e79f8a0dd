import type { BrowserContext, Page } from 'playwright-core';

/** The size in pixels of a square of the page that becomes one cell of the picture. */
const CELL = 20;
/** The largest tolerated difference per color channel, from 0 to 255. */
const MUCH = 20;

/** A screenshot as a PNG of a few kB: cells of average color. */
export async function coarsePicture(page: Page): Promise<Buffer> {
  const shot = await page.screenshot();
  const coarse = await inOwnPage(page, `(${COARSE})('${addressOf(shot)}', ${CELL})`);
  return Buffer.from((coarse as string).split(',')[1] ?? '', 'base64');
}

/**
 * The share of cells without a cell of similar color in the other picture, at most one cell away, since browsers round
 * edges differently.
 */
export async function shareOfDifference(page: Page, before: Buffer, after: Buffer): Promise<number> {
  return (await inOwnPage(page, `(${COMPARE})('${addressOf(before)}', '${addressOf(after)}', ${MUCH})`)) as number;
}

const addressOf = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

const artists = new WeakMap<BrowserContext, Promise<Page>>();

/** Evaluates in a new empty page, since a browser can decode images and the tested page would not load foreign ones. */
async function inOwnPage(page: Page, expression: string): Promise<unknown> {
  const context = page.context();
  const artist = artists.get(context) ?? context.newPage();
  artists.set(context, artist);
  return (await artist).evaluate(expression);
}

const LOAD = `async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}`;

const DRAW = `(image, width, height) => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}`;

const READ = `(canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)`;

const COARSE = `async (address, cell) => {
  // Halving with the browser's scaling averages four pixels, much faster than a script.
  let drawn = await (${LOAD})(address);
  for (; cell % 2 === 0; cell /= 2) drawn = (${DRAW})(drawn, drawn.width / 2, drawn.height / 2);
  const { data, width, height } = (${READ})(drawn);
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
  const read = async (address) => {
    const image = await (${LOAD})(address);
    return (${READ})((${DRAW})(image, image.width, image.height));
  };
  const [a, b] = [await read(before), await read(after)];
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
