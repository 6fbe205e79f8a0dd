import type * as electron from 'electron';

/** The part of Electron's API that the desktop uses. Only `main.ts` imports Electron, so tests run without it. */
export interface ElectronParts {
  readonly app: AppPart;
  readonly BrowserWindow: new (options: electron.BrowserWindowConstructorOptions) => WindowPart;
  readonly Tray: new (image: ImagePart | string) => TrayPart;
  readonly Menu: MenuMaker;
  readonly Notification: NotificationMaker;
  readonly nativeImage: ImageMaker;
  readonly safeStorage: Pick<
    electron.SafeStorage,
    'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
  >;
  readonly powerMonitor: Pick<electron.PowerMonitor, 'on' | 'off'>;
  readonly nativeTheme: Pick<electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource' | 'on' | 'off'>;
  readonly dialog: DialogPart;
  readonly shell: Pick<electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;
  readonly clipboard: Pick<electron.Clipboard, 'writeText' | 'readText'>;
  readonly ipcMain: IpcPart;
  readonly protocol: Pick<electron.Protocol, 'registerSchemesAsPrivileged'>;
  readonly screen: Pick<electron.Screen, 'getAllDisplays'>;
  readonly session: { readonly defaultSession: SessionPart };
}

export type AppPart = Pick<
  electron.App,
  | 'dock'
  | 'enableSandbox'
  | 'exit'
  | 'getLoginItemSettings'
  | 'getAppPath'
  | 'getLocale'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'isReady'
  | 'name'
  | 'off'
  | 'on'
  | 'once'
  | 'quit'
  | 'relaunch'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setLoginItemSettings'
  | 'setName'
  | 'setPath'
  | 'whenReady'
> & { readonly commandLine: Pick<electron.CommandLine, 'hasSwitch'> };

export type WindowPart = Pick<
  electron.BrowserWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'getNormalBounds'
  | 'hide'
  | 'id'
  | 'isDestroyed'
  | 'isFocused'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'minimize'
  | 'off'
  | 'on'
  | 'once'
  | 'restore'
  | 'setBackgroundColor'
  | 'setFullScreen'
  | 'show'
> & { readonly webContents: PagePart };

export type PagePart = Pick<
  electron.WebContents,
  | 'close'
  | 'getURL'
  | 'id'
  | 'invalidate'
  | 'isDestroyed'
  | 'off'
  | 'on'
  | 'once'
  | 'reload'
  | 'send'
  | 'setWindowOpenHandler'
> & {
  readonly mainFrame: FramePart;
};

/** `url` comes from the browser process, so the page cannot forge it. */
export type FramePart = Pick<electron.WebFrameMain, 'frameTreeNodeId' | 'processId' | 'url'>;

export interface MessageEvent {
  readonly sender: Pick<electron.WebContents, 'id'>;
  readonly senderFrame: FramePart | null;
}

export interface IpcPart {
  handle(channel: string, listener: (event: MessageEvent, ...values: readonly unknown[]) => unknown): void;
  removeHandler(channel: string): void;
  on(channel: string, listener: (event: MessageEvent, ...values: readonly unknown[]) => void): unknown;
  removeAllListeners(channel: string): unknown;
}

export interface SessionPart {
  readonly protocol: Pick<electron.Protocol, 'handle' | 'unhandle'>;
  readonly webRequest: {
    onBeforeRequest(
      listener: (
        details: electron.OnBeforeRequestListenerDetails,
        callback: (response: electron.CallbackResponse) => void,
      ) => void,
    ): void;
  };
  setPermissionRequestHandler(
    handler: (
      page: unknown,
      permission: string,
      callback: (isGranted: boolean) => void,
      details: { readonly requestingUrl?: string },
    ) => void,
  ): void;
  setPermissionCheckHandler(handler: (page: unknown, permission: string, requestingOrigin: string) => boolean): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setSpellCheckerEnabled(enable: boolean): void;
  on(
    event: 'will-download',
    listener: (
      event: electron.Event,
      item: Pick<electron.DownloadItem, 'getURL' | 'getFilename' | 'setSaveDialogOptions'>,
    ) => void,
  ): unknown;
}

export type OwnerPart = Pick<electron.BaseWindow, 'id' | 'isDestroyed'>;

export interface DialogPart {
  showMessageBox(options: electron.MessageBoxOptions): Promise<electron.MessageBoxReturnValue>;
  showMessageBoxSync(options: electron.MessageBoxSyncOptions): number;
  showErrorBox(title: string, content: string): void;
  showOpenDialog(window: OwnerPart, options: electron.OpenDialogOptions): Promise<electron.OpenDialogReturnValue>;
  showSaveDialog(window: OwnerPart, options: electron.SaveDialogOptions): Promise<electron.SaveDialogReturnValue>;
}

/** Complete, because images are passed back to constructors of Electron. */
export type ImagePart = electron.NativeImage;

export interface ImageMaker {
  createEmpty(): ImagePart;
  createFromBuffer(buffer: Buffer, options?: electron.CreateFromBufferOptions): ImagePart;
  createFromPath(path: string): ImagePart;
}

export type MenuPart = Pick<electron.Menu, 'items' | 'off' | 'on' | 'once'>;

export interface MenuMaker {
  buildFromTemplate(template: electron.MenuItemConstructorOptions[]): MenuPart;
  setApplicationMenu(menu: MenuPart | null): void;
}

export type TrayPart = Pick<electron.Tray, 'destroy' | 'isDestroyed' | 'off' | 'on' | 'once' | 'setToolTip'> & {
  setImage(image: ImagePart | string): void;
  setContextMenu(menu: MenuPart | null): void;
  popUpContextMenu(menu?: MenuPart): void;
};

export type NotificationPart = Pick<electron.Notification, 'close' | 'off' | 'on' | 'once' | 'show'>;

export interface NotificationMaker {
  new (options?: electron.NotificationConstructorOptions): NotificationPart;
  isSupported(): boolean;
}
