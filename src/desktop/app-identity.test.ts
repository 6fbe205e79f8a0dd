import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { APP_ID } from './app-id.ts';

it('calls itself what the installer calls it: Windows shows the notifications of no other program', () => {
  const packaging = readFileSync(new URL('../../electron-builder.yml', import.meta.url), 'utf8');
  expect(/^appId: (.+)$/m.exec(packaging)?.[1]).toBe(APP_ID);
});
