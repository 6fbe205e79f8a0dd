import type { ComponentType } from 'react';
import type { FieldProps } from './use-form.ts';
import { FolderField } from './folder-field.tsx';

/** Fields that a kind draws itself, where data cannot; by kind and field. */
export const OWN_FIELDS: Readonly<Record<string, ComponentType<FieldProps> | undefined>> = {
  'statements.folder': FolderField,
};
