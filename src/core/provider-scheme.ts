/**
 * What a bank's own id is worth depends on who gave it: the FITID of an OFX file and the reference of a CAMT
 * file name the same transaction differently. Ids of statement formats other than OFX therefore begin with
 * the format's scheme. A list, since an id of a bank may hold a colon as well.
 */
export const PROVIDER_SCHEMES = ['camt', 'csv', 'mt940', 'qif'] as const;

export type ProviderScheme = (typeof PROVIDER_SCHEMES)[number];

/** What banks write into a field that they must fill and have nothing for: ISO 20022 has NOTPROVIDED, SWIFT NONREF. */
const NOTHING = 'not[ _-]?(?:provided|available)|non ?ref|noref|none|null|undefined|unknown|n/?a';
const PLACEHOLDER = new RegExp(`^(?:${NOTHING}|[-.0\\s]*)$`, 'i');
const PLACEHOLDER_ID = new RegExp(`^(?:${NOTHING}|-+)$`, 'i');

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Whether a text is no id at all. Zeros are one, although every transaction may have the same: see `judgeSameId`. */
export function isPlaceholderId(id: string): boolean {
  return PLACEHOLDER_ID.test(id.trim());
}

/** `camt:2026-17/4`; an id that there is not stays null. */
export function withScheme(scheme: ProviderScheme, providerId: string | null): string | null {
  return providerId === null || providerId === '' ? null : `${scheme}:${providerId}`;
}

/** Who gave the id: a scheme, `plain` for ids of feeds and of OFX, `none` where there is no id. */
export function schemeOf(providerId: string | null): ProviderScheme | 'plain' | 'none' {
  if (providerId === null || providerId === '') return 'none';
  if (!providerId.includes(':')) return 'plain';
  return (
    PROVIDER_SCHEMES.find((scheme) => providerId.startsWith(scheme) && providerId[scheme.length] === ':') ?? 'plain'
  );
}

/** The id as the bank gave it. */
export function withoutScheme(providerId: string): string {
  const scheme = schemeOf(providerId);
  return scheme === 'plain' || scheme === 'none' ? providerId : providerId.slice(scheme.length + 1);
}
