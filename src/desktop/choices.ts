import type { DesktopInput, DesktopView } from '../contract/control/desktop.ts';
import { createError } from '../platform/errors.ts';
import type { ElectronParts } from './electron-parts.ts';
import type { LoginItem } from './login-item.ts';
import type { SettingsStore } from './settings.ts';
import type { SwitchableI18n } from './i18n.ts';
import type { DailyLook } from './updates/update-memory.ts';

export type DesktopChoices = ReturnType<typeof createChoices>;

export interface DesktopChoicesOptions {
  readonly settings: SettingsStore;
  readonly i18n: Pick<SwitchableI18n, 'setLanguage'>;
  readonly loginItem: LoginItem | null;
  readonly dailyLook: DailyLook | null;
}

export function createChoices(
  { app, nativeTheme, Notification }: Pick<ElectronParts, 'app' | 'nativeTheme' | 'Notification'>,
  { settings, i18n, loginItem, dailyLook }: DesktopChoicesOptions,
) {
  const listeners = new Set<() => void>();
  nativeTheme.themeSource = settings.get('theme');

  function view(): DesktopView {
    return {
      version: app.getVersion(),
      notifications: settings.get('notifications'),
      canNotify: Notification.isSupported(),
      // Read on each call, because the user may also change it in the settings of the system.
      startsAtLogin: loginItem?.isOn() ?? null,
      looksForUpdates: dailyLook?.isOn() ?? null,
      theme: settings.get('theme'),
    };
  }

  /** Applies all changes or none. */
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
    if (language !== undefined) void i18n.setLanguage(language).then(notify);
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
    loginItem: loginItem === null ? null : { ...loginItem, set: (on: boolean) => void change({ startsAtLogin: on }) },
    dailyLook:
      dailyLook === null ? null : { isOn: dailyLook.isOn, set: (on: boolean) => void change({ looksForUpdates: on }) },
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
