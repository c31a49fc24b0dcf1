export { EditorApi, type EditorApiOptions } from './api/editor-api.ts';
export type * from './api/types.ts';
export { type FieldChange, type FieldContext, FieldElement } from './fields/field-element.ts';
