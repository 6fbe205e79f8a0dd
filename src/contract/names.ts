export { nameHas } from '../core/plain-letters.ts';
