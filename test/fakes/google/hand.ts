import type { Environment } from './api.ts';

export interface SheetHand { readonly id: string }
export function personAt(id: string, _environment: Environment): SheetHand { return { id }; }
