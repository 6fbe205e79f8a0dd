import type { Overrides } from '../../src/service/service.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS, setScene } from './dashboard-scene.ts';
import { continueService, keepService, serviceInUse, type KeptService, type ServiceInUse } from './service-in-use.ts';

/** Created once for each worker process: its syncs take twenty times as long as copying their result. */
let cached: Promise<KeptService> | null = null;

async function keepScene(): Promise<KeptService> {
  const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
  await setScene(service);
  return keepService(service);
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
