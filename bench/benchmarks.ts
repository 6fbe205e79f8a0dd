import { httpsFloor } from './https-floor.ts';
import { start } from './start.ts';
import type { Benchmark } from './support/benchmark.ts';

export const BENCHMARKS: readonly Benchmark[] = [httpsFloor, start];
