import { actual } from './actual.ts';
import { google } from './google.ts';
import { idling } from './idle.ts';
import { capacity } from './capacity.ts';
import { commands } from './commands.ts';
import { crowd } from './crowd.ts';
import { dashboard } from './dashboard.ts';
import { desktop } from './desktop.ts';
import { httpsFloor } from './https-floor.ts';
import { importing } from './import.ts';
import { planning } from './plan.ts';
import { previewing } from './preview.ts';
import { readApi } from './read-api.ts';
import { reconciling } from './reconcile.ts';
import { rezipFloor } from './rezip-floor.ts';
import { start } from './start.ts';
import { statements } from './statements.ts';
import { suggesting } from './suggest.ts';
import type { Benchmark } from './support/benchmark.ts';
import { syncing } from './sync.ts';
import { syncFloor } from './sync-floor.ts';

export const BENCHMARKS: readonly Benchmark[] = [
  httpsFloor,
  readApi,
  start,
  idling,
  commands,
  syncFloor,
  rezipFloor,
  statements,
  planning,
  reconciling,
  suggesting,
  importing,
  syncing,
  capacity,
  google,
  crowd,
  dashboard,
  previewing,
  desktop,
  actual,
];
