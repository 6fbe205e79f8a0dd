// Apart from the schemas, so that the page does not have to load those.
export { shownStatus } from '../../core/run.ts';
