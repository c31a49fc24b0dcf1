/** A JSON Schema, or another object of the OpenAPI document. */
export type Schema = { [keyword: string]: unknown };
