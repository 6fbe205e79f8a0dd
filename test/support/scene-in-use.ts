import type { Overrides } from '../../src/service/service.ts';
import { machineTime, type MachineTime } from '../fakes/machine-time.ts';
import { SCENE_BEGINS, setScene } from './dashboard-scene.ts';
import { continueService, keepService, serviceInUse, type KeptService, type ServiceInUse } from './service-in-use.ts';

/** Its runs cost twenty times what a copy of what they left costs; made once for each process that runs tests. */
let kept: Promise<KeptService> | null = null;

async function keepScene(): Promise<KeptService> {
  const service = await serviceInUse({}, machineTime(SCENE_BEGINS));
  await setScene(service);
  return keepService(service);
}

const keptScene = (): Promise<KeptService> => (kept ??= keepScene());

/** When the scene is set. */
export async function sceneTime(): Promise<MachineTime> {
  return machineTime((await keptScene()).now);
}

/** A service whose account is the one in everyday use of `setScene`. */
export async function sceneInUse(overrides: Overrides = {}, time?: MachineTime): Promise<ServiceInUse> {
  return continueService(await keptScene(), overrides, time ?? (await sceneTime()));
}
