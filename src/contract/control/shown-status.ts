// In a separate file, because the page must not load the schemas.
export { shownStatus } from '../../core/run.ts';
