import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment variables with which electron-builder signs packages, from the secrets listed in `owner.ts`. A variable
 * is either set or absent, never empty: electron-builder treats an empty CSC_LINK as an unreadable certificate, which
 * fails the build on macOS. Apple's key must be a file, which is written to `folder` with private permissions.
 */
export function signingEnvironment(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  folder: string,
): NodeJS.ProcessEnv {
  const {
    MAC_CERTIFICATE,
    MAC_CERTIFICATE_PASSWORD,
    WINDOWS_CERTIFICATE,
    WINDOWS_CERTIFICATE_PASSWORD,
    APPLE_API_KEY_TEXT,
    APPLE_API_KEY_ID,
    APPLE_API_ISSUER,
    ...others
  } = environment;
  const chosen =
    {
      darwin: { CSC_LINK: MAC_CERTIFICATE, CSC_KEY_PASSWORD: MAC_CERTIFICATE_PASSWORD },
      win32: { CSC_LINK: WINDOWS_CERTIFICATE, CSC_KEY_PASSWORD: WINDOWS_CERTIFICATE_PASSWORD },
    }[platform as 'darwin'] ?? {};
  const apple =
    platform === 'darwin' && APPLE_API_KEY_TEXT
      ? { APPLE_API_KEY: writeKey(join(folder, 'apple.p8'), APPLE_API_KEY_TEXT), APPLE_API_KEY_ID, APPLE_API_ISSUER }
      : {};
  return { ...others, ...withoutEmpty({ ...chosen, ...apple }) };
}

function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
}

function writeKey(path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
