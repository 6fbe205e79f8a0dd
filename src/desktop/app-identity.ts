import type { ElectronParts } from './electron-parts.ts';

/** As the installers register it: `appId` of electron-builder.yml. */
export const APP_ID = 'app.pennyrow.desktop';

/** The same in a checkout and in a package: `productName` of both. */
export const APP_NAME = 'Pennyrow';

/**
 * Says who this is, before anything asks: the keychain's entry is named after it, and one that was made under another
 * name does not open what this one sealed.
 */
export function takeIdentity(app: Pick<ElectronParts['app'], 'setName' | 'setAppUserModelId'>): void {
  app.setName(APP_NAME);
  // Windows shows notifications, and groups windows, for a program that says which one it is.
  app.setAppUserModelId(APP_ID);
}
