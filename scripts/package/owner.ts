import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

/**
 * Settings that only the owner of the packages can supply: the fields of `owner.json`, and environment variables with the
 * secrets for signing packages. `docs/publishing.md` describes each. `npm run owner` lists the empty ones.
 */

const url = z.union([z.literal(''), z.url({ protocol: /^https$/ })]);

const ownerSchema = z.strictObject({
  /** The page for users: downloads and help. */
  homepage: url,
  /** The source repository, for the page of the npm package. */
  repository: url,
  /** The folder with the newest packages and electron-builder's lists of them (latest*.yml). */
  updates: url,
  /** The maintainer of Linux packages: `Name <address>`. */
  maintainer: z.union([z.literal(''), z.string().regex(/^[^<>]+ <[^<>\s]+@[^<>\s]+>$/, 'must be: Name <address>')]),
  /** The name of the npm package, including its scope if it has one. */
  npmName: z.string().regex(/^(?:@[a-z0-9-]+\/)?[a-z0-9-]+$/),
  /** The OAuth client of type “Desktop app” for signing in to Google, unless users configure their own. */
  googleClient: z
    .strictObject({ clientId: z.string(), clientSecret: z.string() })
    .refine(
      ({ clientId, clientSecret }) => (clientId === '') === (clientSecret === ''),
      'needs both fields, or neither',
    ),
});

export type Owner = z.infer<typeof ownerSchema>;
type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that the owner may leave empty, with the consequence. */
interface Item {
  readonly name: string;
  readonly isEmpty: boolean;
  /** Completes “without it, …”. */
  readonly otherwise: string;
  /** True if a release requires it. */
  readonly isNeeded: boolean;
}

const SIGNING = [
  [['MAC_CERTIFICATE', 'MAC_CERTIFICATE_PASSWORD'], 'there is no package for macOS', true],
  [['APPLE_API_KEY_TEXT', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'], 'macOS refuses to open a downloaded package', true],
  [['WINDOWS_CERTIFICATE', 'WINDOWS_CERTIFICATE_PASSWORD'], 'there is no package for Windows', true],
  [['NPM_TOKEN'], 'the npm package is not published', false],
] as const;

/** Throws an error that lists every invalid field of the file. */
export function readOwner(path = join(import.meta.dirname, '../../owner.json')): Owner {
  const read = ownerSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (read.success) return read.data;
  throw new Error(`${path} cannot be used:\n${z.prettifyError(read.error)}`);
}

/** All settings of an owner. Environment variables count if they are set and not empty. */
export function listItems(owner: Owner, environment: Environment): readonly Item[] {
  const field = (name: string, value: string, otherwise: string, isNeeded = false): Item => ({
    name: `owner.json: ${name}`,
    isEmpty: value === '',
    otherwise,
    isNeeded,
  });
  return [
    field('homepage', owner.homepage, 'packages name no page, and those of Linux open none for a new version'),
    field('repository', owner.repository, 'the page of the npm package does not say where the source is'),
    field('updates', owner.updates, 'packages that npm run package makes look for no updates'),
    field('maintainer', owner.maintainer, 'the packages for Linux name nobody who looks after them', true),
    field(
      'googleClient',
      owner.googleClient.clientId,
      'everybody who uses Google Sheets has to make an OAuth client first',
    ),
    ...SIGNING.flatMap(([names, otherwise, isNeeded]) =>
      names.map((name) => ({ name: `secret ${name}`, isEmpty: !environment[name], otherwise, isNeeded })),
    ),
  ];
}

/** The options for electron-builder to make this owner's packages. Empty fields keep the values of its configuration. */
export function builderOptions({ homepage, updates, maintainer }: Owner): string[] {
  return [
    ...(homepage === '' ? [] : [`-c.extraMetadata.homepage=${homepage}`]),
    ...(updates === '' ? [] : [`-c.publish.url=${updates.replace(/\/*$/, '/')}`]),
    ...(maintainer === '' ? [] : [`-c.linux.maintainer=${maintainer}`]),
  ];
}

function main(): void {
  const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
  const empty = listItems(readOwner(), process.env).filter(({ isEmpty }) => isEmpty);
  const lines = empty.map(
    ({ name, otherwise, isNeeded }) => `${isNeeded ? 'needed   ' : 'optional '}  ${name}: without it, ${otherwise}.`,
  );
  console.log(empty.length === 0 ? 'Nothing is empty.' : ['Empty:', ...lines].join('\n'));
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary) appendFileSync(summary, lines.map((line) => `- ${line}\n`).join(''));
  if (values.release && empty.some(({ isNeeded }) => isNeeded)) {
    console.error('A release needs what is marked. docs/publishing.md says where each comes from.');
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
