import type { Owner } from './owner.ts';

/** https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The registry takes at most 100 characters. */
const ABOUT = 'Bank transactions in your own spreadsheet: sums, balances that are proven, rules, on your machine.';

/**
 * What the registry of the Model Context Protocol calls Pennyrow: a name that the owner of the repository may give. Null while
 * none is told, or it is elsewhere than on GitHub.
 */
export function registryName({ repository }: Pick<Owner, 'repository'>): string | null {
  const [, owner, name] = /^https:\/\/github\.com\/([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(repository) ?? [];
  return owner === undefined || name === undefined ? null : `io.github.${owner}/${name}`;
}

/** `server.json`, by which `mcp-publisher` enters the npm package into the registry; null without a name. */
export function registryFile(owner: Pick<Owner, 'repository' | 'npmName'>, version: string): object | null {
  const name = registryName(owner);
  if (name === null) return null;
  return {
    $schema: SCHEMA,
    name,
    title: 'Pennyrow',
    description: ABOUT,
    version,
    repository: { url: owner.repository, source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: owner.npmName,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  };
}
