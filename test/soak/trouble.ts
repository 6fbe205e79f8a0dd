import type { Fault } from '../fakes/simplefin/faults.ts';

/** Faults of a server, which replace its answer. */
const FAULTS: readonly Fault[] = [
  { status: 401, body: '{"error":"Unauthorized"}' },
  { status: 403, body: '{"message":"Forbidden"}' },
  { status: 402, body: '{"message":"Payment required"}' },
  { status: 429, body: '{"message":"Too many requests"}' },
  { status: 429, headers: { 'Retry-After': '7200' } },
  { status: 500 },
  { status: 503, body: 'Service Unavailable' },
  'reset',
  'cut',
  'html',
];

/** One to three equal faults, after up to 19 answers without a fault. */
export function trouble(random: () => number): Fault[] {
  const fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? 'reset';
  const before = Array.from({ length: Math.floor(random() * 20) }, (): Fault => 'none');
  return [...before, ...Array.from({ length: 1 + Math.floor(random() * 3) }, () => fault)];
}
