import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, which Vitest cannot know on a fresh checkout: one that begins last is waited for alone. It begins
 * with what has most lines, so short ones that take long are here as well.
 */
const LONGEST = [
  'test/dashboard/more-languages.test.ts',
  'test/google/fault-matrix.test.ts',
  'test/sync/crash.test.ts',
  'test/mcp/inspector.test.ts',
  'test/desktop/packaged-smoke.test.ts',
  'test/workbooks/google-contract.test.ts',
  'test/soak/soak.test.ts',
  'test/dashboard/connections.test.ts',
  'test/dashboard/pages.test.ts',
  'test/cli/own-process.test.ts',
  'test/workbooks/xlsx-contract.test.ts',
  'test/sync/power-cut.test.ts',
  'test/npm/npm-package.test.ts',
  'test/dashboard/desktop-window.test.ts',
  'test/dashboard/first-minute.test.ts',
  'test/dashboard/waiting-files.test.ts',
  'test/first-contact/signed-in.test.ts',
  'test/types-of-extensions.test.ts',
  'test/sync/unread-life.test.ts',
] as const;

/** Begins with the longest files; the others in Vitest's own order. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.replaceAll('\\', '/').endsWith(name));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
