import type { Fault } from '../fakes/simplefin/faults.ts';

/** Faults that replace answers, in random order. */
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

/** Faults of one request, or of several, at a random place among the next ones. */
export function trouble(random: () => number): Fault[] {
  const fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? 'reset';
  const before = Array.from({ length: Math.floor(random() * 20) }, (): Fault => 'none');
  return [...before, ...Array.from({ length: 1 + Math.floor(random() * 3) }, () => fault)];
}
