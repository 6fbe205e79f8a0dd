import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends the output with one line that people and machines read alike: "812 passed, 0 failed".
 * A file that could not run, a hook that threw and an error outside any test count as failed.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()]).map((test) => test.result().state);
    const count = (state: string) => states.filter((each) => each === state).length;
    const holders = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = holders.reduce((sum, holder) => sum + holder.errors().length, 0);
    const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
    process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken + unhandled.length} failed${skipped}\n`);
  }
}
