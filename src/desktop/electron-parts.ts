import type * as electron from 'electron';

/** The part of Electron's API that the desktop uses. Only `main.ts` imports Electron, so tests run without it. */
export interface ElectronParts extends Pick<typeof electron, 'app' | 'BrowserWindow' | 'ipcMain' | 'Tray'> {
  readonly Menu: Pick<typeof electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
  readonly Notification: NotificationMaker;
  readonly nativeImage: Pick<typeof electron.nativeImage, 'createEmpty' | 'createFromBuffer' | 'createFromPath'>;
  readonly safeStorage: Pick<
    electron.SafeStorage,
    'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
  >;
  readonly powerMonitor: Pick<electron.PowerMonitor, 'on' | 'off'>;
  readonly nativeTheme: Pick<electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource' | 'on' | 'off'>;
  readonly dialog: DialogPart;
  readonly shell: Pick<electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;
  readonly clipboard: Pick<electron.Clipboard, 'writeText' | 'readText'>;
  readonly protocol: Pick<electron.Protocol, 'registerSchemesAsPrivileged'>;
  readonly screen: Pick<electron.Screen, 'getAllDisplays'>;
  readonly session: { readonly defaultSession: electron.Session };
}

export interface DialogPart {
  showMessageBox(options: electron.MessageBoxOptions): Promise<electron.MessageBoxReturnValue>;
  showMessageBoxSync(options: electron.MessageBoxSyncOptions): number;
  showErrorBox(title: string, content: string): void;
  showOpenDialog(
    window: electron.BaseWindow,
    options: electron.OpenDialogOptions,
  ): Promise<electron.OpenDialogReturnValue>;
  showSaveDialog(
    window: electron.BaseWindow,
    options: electron.SaveDialogOptions,
  ): Promise<electron.SaveDialogReturnValue>;
}

interface NotificationMaker {
  new (options?: electron.NotificationConstructorOptions): electron.Notification;
  isSupported(): boolean;
}
