import { describe, expect, test } from 'vitest';
import { quickFolder, whyNoRecording } from '../support/power-cut/record.ts';
import { cuts, problemAfter, rehearse } from '../support/power-cut/rehearse.ts';
import { SCENES } from '../support/power-cut/scenes.ts';
import { IS_WHOLE } from '../support/cases.ts';

/** The tested states of the disk: with PENNYROW_WHOLE=1 some thousands, otherwise a sample of nine for each scene. */
const WANTED = IS_WHOLE ? { randomFates: 4 } : { randomFates: 1, sample: 9 };

describe('a power cut loses and duplicates no row, and leaves all files readable', () => {
  for (const scene of SCENES) {
    test(`during ${scene.name}`, { timeout: IS_WHOLE ? 4 * 3_600_000 : 300_000 }, async ({ skip }) => {
      const why = (IS_WHOLE ? undefined : scene.whyNotAlways) ?? (await whyNoRecording());
      if (why !== null) return skip(why);
      const recording = await rehearse(scene, quickFolder());
      const tried = [...cuts(recording, WANTED)];
      expect(tried.length).toBeGreaterThan(8);
      const problems: string[] = [];
      for (const cut of tried) {
        const problem = await problemAfter(recording, cut);
        if (problem !== null) problems.push(problem);
      }
      if (IS_WHOLE)
        process.stdout.write(
          `${scene.name}: ${recording.operations.length} operations, ${tried.length} states, ${problems.length} problems\n`,
        );
      expect(problems.slice(0, 10)).toEqual([]);
    });
  }
});
