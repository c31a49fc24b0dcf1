import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript';

const HEADING = '// Written by `npm run generate` from the OpenAPI document. Do not edit.\n\n';

/** Returns TypeScript types of all operations and schemas of an OpenAPI document. */
export async function apiTypes(document: string): Promise<string> {
  const types = await openapiTypeScript(JSON.parse(document) as OpenAPI3, {
    // A request may omit a field that has a default.
    defaultNonNullable: false,
  });
  return HEADING + astToString(types);
}
