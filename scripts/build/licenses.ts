import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

interface Packaged {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

/** Collects the licenses of all packages in the bundles that are built with the plugin. */
export interface LicenseCollector {
  readonly plugin: Plugin;
  /** The text of the licenses file. Throws if a package has no license information. */
  text(): string;
}

/** `alsoShipped`: folders of packages that are shipped without being part of a bundle. */
export function collectLicenses(alsoShipped: readonly string[]): LicenseCollector {
  const folders = new Set(alsoShipped);
  return {
    plugin: {
      name: 'licenses',
      generateBundle() {
        for (const id of this.getModuleIds()) {
          const folder = packageFolder(id);
          if (folder !== null) folders.add(folder);
        }
      },
    },
    text() {
      const packages = [
        ...new Map([...folders].map(describe).map((each) => [`${each.name} ${each.version}`, each])).values(),
      ];
      packages.sort((one, other) => (one.name < other.name ? -1 : 1));
      return [
        'Pennyrow is built with the packages below. In a package of the desktop, those of Electron and Chromium lie beside this file.\n',
        ...packages.map(
          ({ name, version, license, texts }) =>
            `${'='.repeat(78)}\n${name} ${version} (${license})\n${'='.repeat(78)}\n\n${texts.join('\n\n')}\n`,
        ),
      ].join('\n');
    },
  };
}

/** The folder of a module's package, which may be nested in the node_modules of another package. */
function packageFolder(id: string): string | null {
  return /^(?:\0?)(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\?]+)[/\\]/.exec(id)?.[1] ?? null;
}

function describe(folder: string): Packaged {
  const path = join(folder, 'package.json');
  const { name, version, license } = (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}) as Partial<
    Record<string, string>
  >;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  // A name is enough: some packages only name their license and do not include its text.
  if (name === undefined || version === undefined || (license === undefined && texts.length === 0))
    throw new Error(`${folder} has no license that can be found.`);
  return { name, version, license: license ?? 'see below', texts };
}
