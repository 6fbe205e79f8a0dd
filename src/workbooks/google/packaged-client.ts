import type { OAuthClient } from './grant.ts';

/** What `build.ts` puts here: `googleClient` of `owner.json`, null where that is empty. The source has none. */
declare const PACKAGED_GOOGLE_CLIENT: OAuthClient | null;

/** The OAuth client that the owner of this package published for the people who use it. */
export function packagedClient(): OAuthClient | null {
  return typeof PACKAGED_GOOGLE_CLIENT === 'undefined' ? null : PACKAGED_GOOGLE_CLIENT;
}
