/** An OAuth client of the kind "desktop app", as a person or a distributor makes it in Google's console. */
export interface OAuthClient {
  readonly clientId: string;
  /** Google issues one to desktop clients too; it is no secret in the strict sense, and is sealed all the same. */
  readonly clientSecret: string;
}

/** Permission to use a spreadsheet; kept in the vault as JSON. */
export type GoogleGrant =
  | { readonly kind: 'user'; readonly client: OAuthClient; readonly refreshToken: string }
  | { readonly kind: 'service-account'; readonly email: string; readonly privateKey: string };
