import type { ComponentType } from 'react';
import { FolderField } from './folder-field.tsx';
import type { FieldProps } from './use-form.ts';

/** Fields with a custom component, by kind and field. */
export const OWN_FIELDS: Readonly<Record<string, ComponentType<FieldProps> | undefined>> = {
  'statements.folder': FolderField,
};
