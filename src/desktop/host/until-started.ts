import type { ServiceConfig } from '../../platform/config.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { passedInKey } from '../../platform/vault.ts';
import { askForConsent } from '../consent.ts';
import type { RelaunchOptions } from 'electron';
import type { ElectronParts } from '../electron-parts.ts';
import { AT_LOGIN } from '../login-item.ts';
import { createKeychain } from '../keychain/keychain.ts';
import { showProblem } from '../window/problem-window.ts';
import type { DesktopService, ServiceSurroundings } from './host-service.ts';
import type { SettingsStore } from '../settings.ts';
import type { DesktopSpeech } from '../speech.ts';
import { logFailure } from './log-failure.ts';
import type { SilenceChoice, Silence } from './silence.ts';

export type StartService = (config: ServiceConfig, surroundings: ServiceSurroundings) => Promise<DesktopService>;

export interface UntilStartedOptions {
  readonly config: ServiceConfig;
  readonly keyFile: string;
  readonly platform: NodeJS.Platform;
  readonly args: readonly string[];
  readonly settings: () => Pick<SettingsStore, 'get' | 'set'>;
  readonly speech: Promise<DesktopSpeech>;
}

/** Electron asks the system for its keys once; a keychain that was unlocked since is only seen by the next process. */
const KEYCHAIN_PROBLEMS: ReadonlySet<string> = new Set(['vault_keychain_closed', 'vault_no_keychain']);

/** A user who just chose to try again wants to see the result. An AppImage's program is gone with its process. */
function againWith(args: readonly string[], appImage: string | undefined): RelaunchOptions {
  const again = args.filter((arg) => arg !== AT_LOGIN);
  return appImage === undefined || appImage === '' ? { args: again } : { args: again, execPath: appImage };
}

/** Starts at once; asks the keychain and the user when the app is ready. Null if the user quits or the program restarts. */
export async function untilStarted(
  electron: Pick<ElectronParts, 'app' | 'dialog' | 'safeStorage' | 'shell'>,
  startService: StartService,
  { config, keyFile, platform, args, settings, speech }: UntilStartedOptions,
): Promise<DesktopService | null> {
  const { app, safeStorage } = electron;
  let hasRefused = false;
  async function agreesToKeyFile(): Promise<boolean> {
    const agrees = await askForConsent(electron, (await speech).texts.desktop.box.keyFile, {
      hasAgreed: () => settings().get('agreedToKeyFile'),
      remember: () => settings().set('agreedToKeyFile', true),
    });
    hasRefused = !agrees;
    return agrees;
  }
  const keychain = createKeychain({
    safeStorage,
    keyFile,
    platform,
    passedIn: () => passedInKey(process.env),
    agreesToKeyFile,
  });
  const vaultKey = { provideKey: async () => (await app.whenReady(), keychain.provideKey()) };

  async function goesOn(problem: unknown): Promise<boolean> {
    return (
      (await showProblem(electron, await speech, problem, { dataFolder: config.dataFolder, canTryAgain: true })) ===
      'retry'
    );
  }
  async function startsAgain(problem: unknown): Promise<boolean> {
    const isToStart = await goesOn(problem);
    if (!isToStart) app.quit();
    return isToStart;
  }

  for (;;) {
    try {
      return await startService(config, {
        vaultKey,
        startsAgain,
        onSilence: (silence) => askAboutSilence(electron, speech, silence),
      });
    } catch (thrown) {
      // A user who just chose to quit is not asked again.
      if (hasRefused && thrown instanceof PennyrowError && thrown.code === 'vault_no_keychain') return null;
      await logFailure(config, thrown, 'The service could not start');
      if (!(await goesOn(thrown))) return null;
      if (thrown instanceof PennyrowError && KEYCHAIN_PROBLEMS.has(thrown.code)) {
        app.relaunch(againWith(args, process.env['APPIMAGE']));
        return null;
      }
    }
  }
}

async function askAboutSilence(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  speech: Promise<DesktopSpeech>,
  { isEnding, signal }: Silence,
): Promise<SilenceChoice> {
  const { texts } = await speech;
  if (signal.aborted) return 'wait';
  const { hung, ending } = texts.desktop.box;
  const { message, detail, wait, end } = isEnding ? ending : hung;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Pennyrow',
    message,
    detail,
    buttons: [wait, end],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1 ? 'end' : 'wait';
}
