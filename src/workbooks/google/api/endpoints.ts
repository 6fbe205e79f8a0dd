/** Google's base URLs, without a trailing slash. Tests and the demo replace them by a local stand-in. */
export interface GoogleEndpoints {
  /** The page where a person consents. */
  readonly authorization: string;
  readonly token: string;
  readonly revocation: string;
  readonly sheets: string;
  readonly drive: string;
}

export const GOOGLE: GoogleEndpoints = {
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revocation: 'https://oauth2.googleapis.com/revoke',
  sheets: 'https://sheets.googleapis.com',
  drive: 'https://www.googleapis.com',
};

/** All of Google at one address, as a stand-in has it. */
export function endpointsAt(root: string): GoogleEndpoints {
  return {
    authorization: `${root}/o/oauth2/v2/auth`,
    token: `${root}/token`,
    revocation: `${root}/revoke`,
    sheets: root,
    drive: root,
  };
}
