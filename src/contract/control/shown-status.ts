// Separate from the schemas, which the page does not load.
export { shownStatus } from '../../core/run.ts';
