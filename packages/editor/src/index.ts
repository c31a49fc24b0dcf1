export { EditorApi, type EditorApiOptions } from './api/editor-api.ts';
export type * from './api/types.ts';
export type { Operation, Patch } from './draft/json-patch.ts';
export { FramepressEditor } from './editor/editor-element.ts';
export { type FieldChange, type FieldContext, FieldElement } from './fields/field-element.ts';
export type { Sibling } from './stage/siblings.ts';
