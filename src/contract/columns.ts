export { COLUMNS, isRequired, type Column } from '../core/row.ts';
