import type { DesktopInput, DesktopView } from '../contract/control/desktop.ts';
import { createError } from '../platform/errors.ts';
import type { ElectronParts } from './electron-parts.ts';
import type { LoginItem } from './login-item.ts';
import type { SettingsStore } from './settings.ts';
import type { SwitchableSpeech } from './speech.ts';
import type { DailyLook } from './updates/update-memory.ts';

/**
 * The user's settings of the desktop app. Menu, tray and page change them here, and are notified of each other's changes.
 */
export interface DesktopChoices {
  view(): DesktopView;
  /**
   * Omitted settings stay unchanged. Applies all changes or none.
   *
   * @throws service_no_login_item, service_login_item_refused, update_unsupported, or the system's error when it cannot be
   * saved
   */
  change(wanted: DesktopInput<'desktop.change'>): DesktopView;
  /** The box in the tray's menu; null where there is none. */
  readonly loginItem: LoginItem | null;
  /** The tick in the boxes about updates; null where there are none. */
  readonly dailyLook: DailyLook | null;
  /** Returns what ends it. */
  onChange(listener: () => void): () => void;
}

export interface DesktopChoicesOptions {
  readonly settings: SettingsStore;
  readonly speech: Pick<SwitchableSpeech, 'setLanguage'>;
  /** The system's own; null where it cannot start the app at login. */
  readonly loginItem: LoginItem | null;
  /** Null where there are no updates to look for. */
  readonly dailyLook: DailyLook | null;
}

/** Gives the system's parts of the app, and with them the page, the theme that was chosen before. */
export function createChoices(
  { app, nativeTheme, Notification }: Pick<ElectronParts, 'app' | 'nativeTheme' | 'Notification'>,
  { settings, speech, loginItem, dailyLook }: DesktopChoicesOptions,
): DesktopChoices {
  const listeners = new Set<() => void>();
  nativeTheme.themeSource = settings.get('theme');

  function view(): DesktopView {
    return {
      version: app.getVersion(),
      notifications: settings.get('notifications'),
      canNotify: Notification.isSupported(),
      // Asked each time: the system's own settings change it as well.
      startsAtLogin: loginItem?.isOn() ?? null,
      looksForUpdates: dailyLook?.isOn() ?? null,
      theme: settings.get('theme'),
    };
  }

  function change({
    notifications = {},
    startsAtLogin,
    looksForUpdates,
    theme,
    language,
  }: DesktopInput<'desktop.change'>): DesktopView {
    const before = view();
    if (startsAtLogin !== undefined) startAtLogin(startsAtLogin);
    const { problems = before.notifications.problems, newTransactions = before.notifications.newTransactions } =
      notifications;
    try {
      settings.save({
        notifications: { problems, newTransactions },
        theme: theme ?? before.theme,
        ...(language === undefined ? {} : { language }),
      });
      if (looksForUpdates !== undefined) lookForUpdates(looksForUpdates);
    } catch (thrown) {
      settings.set('notifications', before.notifications);
      settings.set('theme', before.theme);
      if (startsAtLogin !== undefined && before.startsAtLogin !== null) loginItem?.set(before.startsAtLogin);
      throw thrown;
    }
    nativeTheme.themeSource = settings.get('theme');
    notify();
    if (language !== undefined) void speech.setLanguage(language).then(notify);
    return view();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function startAtLogin(on: boolean): void {
    if (loginItem === null) throw createError('service_no_login_item', {});
    loginItem.set(on);
    if (loginItem.isOn() !== on) throw createError('service_login_item_refused', { on });
  }

  function lookForUpdates(on: boolean): void {
    if (dailyLook === null) throw createError('update_unsupported', {});
    dailyLook.set(on);
  }

  return {
    view,
    change,
    loginItem: loginItem === null ? null : { ...loginItem, set: (on) => void change({ startsAtLogin: on }) },
    dailyLook: dailyLook === null ? null : { isOn: dailyLook.isOn, set: (on) => void change({ looksForUpdates: on }) },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
