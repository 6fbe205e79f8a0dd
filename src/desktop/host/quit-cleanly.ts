import type { ElectronParts } from '../electron-parts.ts';
import type { DesktopService } from './host-service.ts';

interface Ending {
  /** False when a person wants to stay with what is not saved; nothing ends then. */
  readonly mayEnd: () => Promise<boolean>;
  /** Told then. */
  readonly onStay: () => void;
  readonly close: () => Promise<void>;
  /** Quits the app. */
  readonly leave: () => void;
}

/** The first wish to quit waits until everything has ended; then the app quits on its own. */
export function quitCleanly(
  app: Pick<ElectronParts['app'], 'on'>,
  { log }: Pick<DesktopService, 'log'>,
  { mayEnd, onStay, close, leave }: Ending,
): void {
  let stage: 'running' | 'ending' | 'ended' = 'running';
  const end = async (): Promise<void> => {
    if (!(await mayEnd())) {
      stage = 'running';
      onStay();
      return;
    }
    await close().catch((thrown: unknown) => log.error({ err: thrown }, 'Pennyrow did not end cleanly'));
    stage = 'ended';
    leave();
  };
  app.on('before-quit', (event) => {
    if (stage === 'ended') return;
    event.preventDefault();
    if (stage === 'ending') return;
    stage = 'ending';
    void end();
  });
}
