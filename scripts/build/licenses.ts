import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

interface Packaged {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

/** Sees which packages go into the bundles that it is a plugin of, and gathers their licenses. */
export interface LicenseCollector {
  readonly plugin: Plugin;
  /** The licenses file of what is shipped. Throws when a package has none that can be found. */
  text(): string;
}

/** `alsoShipped`: folders of packages that are shipped as they are. */
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

/** The package's own folder, also of one that lies in another's node_modules. */
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
  // Some packages only name theirs; that is all that can be said of them.
  if (name === undefined || version === undefined || (license === undefined && texts.length === 0))
    throw new Error(`${folder} has no license that can be found.`);
  return { name, version, license: license ?? 'see below', texts };
}
