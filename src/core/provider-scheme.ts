/** A bank id starts with the scheme of its format ("camt:"), except for OFX. `joined`: for an account that continues another. */
export const PROVIDER_SCHEMES = ['camt', 'csv', 'mt940', 'qif', 'joined'] as const;

export type ProviderScheme = (typeof PROVIDER_SCHEMES)[number];

const NOTHING = 'not[ _-]?(?:provided|available)|non ?ref|noref|none|null|undefined|unknown|n/?a';
const PLACEHOLDER = new RegExp(`^(?:${NOTHING}|[-.0\\s]*)$`, 'i');
const PLACEHOLDER_ID = new RegExp(`^(?:${NOTHING}|-+)$`, 'i');

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** True for placeholders such as "NONREF". False for "000", although several transactions may share it: see `judgeSameId`. */
export function isPlaceholderId(id: string): boolean {
  return PLACEHOLDER_ID.test(id.trim());
}

export function withScheme(scheme: ProviderScheme, providerId: string | null): string | null {
  return providerId === null || providerId === '' ? null : `${scheme}:${providerId}`;
}

/** Adds the id of the former account, because bank ids are unique only within an account. Keeps placeholders recognizable. */
export function joinedId(accountId: string, providerId: string | null): string | null {
  const isNone = providerId === null || providerId === '' || isPlaceholder(withoutScheme(providerId));
  return isNone || schemeOf(providerId) === 'joined' ? providerId : withScheme('joined', `${accountId}/${providerId}`);
}

export function schemeOf(providerId: string | null): ProviderScheme | 'plain' | 'none' {
  if (providerId === null || providerId === '') return 'none';
  if (!providerId.includes(':')) return 'plain';
  return (
    PROVIDER_SCHEMES.find((scheme) => providerId.startsWith(scheme) && providerId[scheme.length] === ':') ?? 'plain'
  );
}

export function withoutScheme(providerId: string): string {
  const scheme = schemeOf(providerId);
  return scheme === 'plain' || scheme === 'none' ? providerId : providerId.slice(scheme.length + 1);
}
