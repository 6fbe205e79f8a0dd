// In a separate file, so that the page does not load the schemas of the contract.
export { shownStatus } from '../../core/run.ts';
