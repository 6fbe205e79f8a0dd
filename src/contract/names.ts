/** How a page finds a name by a part of it, as the service does. */
export { nameHas } from '../core/plain-letters.ts';
