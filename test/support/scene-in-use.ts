import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Overrides } from '../../src/service/service.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS, setScene } from './dashboard-scene.ts';
import { keepFolder, writeCopy } from './folder-copy.ts';
import { oncePerRun } from './once-per-run.ts';
import { continueService, keepService, serviceInUse, type KeptService, type ServiceInUse } from './service-in-use.ts';

/** Created once for each run: its syncs take twenty times as long as copying their result. */
let cached: Promise<KeptService> | null = null;

async function keepScene(): Promise<KeptService> {
  const parent = await oncePerRun('scene', async (empty) => {
    const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
    await setScene(service);
    const { folder, ...rest } = await keepService(service);
    mkdirSync(join(empty, 'data'));
    writeCopy(folder, join(empty, 'data'));
    writeFileSync(join(empty, 'rest.json'), JSON.stringify(rest));
  });
  const rest = JSON.parse(readFileSync(join(parent, 'rest.json'), 'utf8')) as Omit<KeptService, 'folder'>;
  return { folder: keepFolder(join(parent, 'data')), ...rest };
}

const keptScene = (): Promise<KeptService> => (cached ??= keepScene());

/** The time after the scene was prepared. */
export async function sceneTime(): Promise<MachineTime> {
  return machineTime((await keptScene()).now);
}

/** A service with the account of `setScene`. */
export async function sceneInUse(overrides: Overrides = {}, time?: MachineTime): Promise<ServiceInUse> {
  return continueService(await keptScene(), overrides, time ?? (await sceneTime()));
}
