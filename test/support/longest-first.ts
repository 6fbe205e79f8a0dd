import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files. On a fresh checkout, Vitest would start the largest files first, and a small but slow file that
 * starts last runs alone at the end.
 */
const LONGEST = [
  'test/dashboard/more-languages.test.ts',
  'test/google/fault-matrix.test.ts',
  'test/sync/crash.test.ts',
  'test/mcp/inspector.test.ts',
  'test/workbooks/google-contract.test.ts',
  'test/soak/soak.test.ts',
  'test/dashboard/connections.test.ts',
  'test/dashboard/pages.test.ts',
  'test/cli/own-process.test.ts',
  'test/workbooks/xlsx-contract.test.ts',
  'test/workbooks/xlsx-inserted-rows.test.ts',
  'test/sync/failing-calls.test.ts',
  'test/workbooks/xlsx-equivalent-xml.test.ts',
  'test/sync/power-cut.test.ts',
  'test/npm/npm-package.test.ts',
  'test/dashboard/first-minute.test.ts',
  'test/dashboard/waiting-files.test.ts',
  'test/first-contact/signed-in.test.ts',
  'test/types-of-extensions.test.ts',
  'test/sync/unread-life.test.ts',
  'test/examples/households.test.ts',
] as const;

/** Starts with the slowest files; all other files follow in Vitest's order. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.replaceAll('\\', '/').endsWith(name));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
