import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

/**
 * What only the owner of the packages can fill in: the fields of `owner.json`, and the secrets that sign packages, which
 * come as environment variables. `docs/guide/publishing.md` has a line for each. `npm run owner` says what is empty.
 */

const url = z.union([z.literal(''), z.url({ protocol: /^https$/ })]);

const ownerSchema = z.strictObject({
  /** The page for people: downloads and help. */
  homepage: url,
  /** Where the source is, for the page of the npm package. */
  repository: url,
  /** The folder with the newest packages and electron-builder's lists of them (latest*.yml). */
  updates: url,
  /** Whom a Linux package names: `Name <address>`. */
  maintainer: z.union([z.literal(''), z.string().regex(/^[^<>]+ <[^<>\s]+@[^<>\s]+>$/, 'must be: Name <address>')]),
  /** What the npm package is called, with its scope where it has one. */
  npmName: z.string().regex(/^(?:@[a-z0-9-]+\/)?[a-z0-9-]+$/),
  /** The OAuth client of type “Desktop app” that people sign in to Google with unless they set their own. */
  googleClient: z
    .strictObject({ clientId: z.string(), clientSecret: z.string() })
    .refine(
      ({ clientId, clientSecret }) => (clientId === '') === (clientSecret === ''),
      'needs both fields, or neither',
    ),
});

export type Owner = z.infer<typeof ownerSchema>;
type Environment = Readonly<Record<string, string | undefined>>;

/** What can be empty, and what follows from that. */
interface Item {
  readonly name: string;
  readonly isEmpty: boolean;
  /** Completes “without it, …”. */
  readonly otherwise: string;
  /** Whether a release must not be made without it. */
  readonly isNeeded: boolean;
}

const SIGNING = [
  [['MAC_CERTIFICATE', 'MAC_CERTIFICATE_PASSWORD'], 'there is no package for macOS', true],
  [['APPLE_API_KEY_TEXT', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'], 'macOS refuses to open a downloaded package', true],
  [['WINDOWS_CERTIFICATE', 'WINDOWS_CERTIFICATE_PASSWORD'], 'there is no package for Windows', true],
  [['NPM_TOKEN'], 'the npm package is not published', false],
] as const;

/** Throws with every field of the file that cannot be understood. */
export function readOwner(path = join(import.meta.dirname, '../../owner.json')): Owner {
  const read = ownerSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (read.success) return read.data;
  throw new Error(`${path} cannot be used:\n${z.prettifyError(read.error)}`);
}

/** Each thing that an owner fills in; of an environment, which variables are set counts, an empty one not. */
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

/** The options with which electron-builder makes packages of this owner's. What is empty stays as the configuration has it. */
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
    console.error('A release needs what is marked. docs/guide/publishing.md says where each comes from.');
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
