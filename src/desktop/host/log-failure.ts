import { openDataFolder } from '../../platform/data-folder.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { toPennyrowError } from '../../platform/errors.ts';

export async function logFailure(
  config: Pick<ServiceConfig, 'dataFolder' | 'logLevel'> | null,
  thrown: unknown,
  message: string,
): Promise<void> {
  try {
    const { openLog } = await import('../../platform/log.ts');
    const file = config === null ? null : fileOf(config.dataFolder);
    const { log, close } = await openLog({ level: config?.logLevel ?? 'info', file, terminal: process.stderr });
    log.error({ err: toPennyrowError(thrown) }, message);
    close();
  } catch {
    // Ignores an error of the log, such as a full disk, because the caller still has to show the failure.
  }
}

function fileOf(dataFolder: string): string | null {
  try {
    return openDataFolder(dataFolder).log;
  } catch {
    return null;
  }
}
