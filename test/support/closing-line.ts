import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/**
 * Ends the output with the names of skipped tests and a summary line for people and machines: "812 passed, 0 failed, 3
 * skipped". A file that could not run, a hook that threw and an error outside any test count as failed.
 */
export default class ClosingLine implements Reporter {
  #isChosenByName = false;

  onInit(vitest: Vitest): void {
    this.#isChosenByName = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()]).map((test) => test.result().state);
    const count = (state: string) => states.filter((each) => each === state).length;
    const holders = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = holders.reduce((sum, holder) => sum + holder.errors().length, 0);
    const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
    // Tests excluded by a name filter are also reported as skipped, and are not listed.
    const named = this.#isChosenByName ? [] : modules.flatMap(skippedOf);
    const list = named.length > 0 ? `\nSkipped here:\n${named.join('\n')}\n` : '';
    process.stdout.write(
      `${list}\n${count('passed')} passed, ${count('failed') + broken + unhandled.length} failed${skipped}\n`,
    );
  }
}

/** One line for each test that this machine cannot run, or for a whole file of them. */
function skippedOf(module: TestModule): string[] {
  const tests = [...module.children.allTests()];
  const skipped = tests.filter((test) => test.result().state === 'skipped');
  const file = module.relativeModuleId;
  if (skipped.length > 1 && skipped.length === tests.length) return [`  ${file}: all ${tests.length}`];
  return skipped.map((test) => `  ${file}: ${test.fullName}${reasonOf(test)}`);
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return result.state === 'skipped' && result.note !== undefined ? ` (${result.note})` : '';
}
