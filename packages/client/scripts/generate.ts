/** Writes the types of the API from an OpenAPI document: `generate.ts <document>`. */
import { readFile, writeFile } from 'node:fs/promises';
import { apiTypes } from './api-types.ts';

const [, , path = 'openapi.json'] = process.argv;
const types = await apiTypes(await readFile(path, 'utf8'));
await writeFile(new URL('../src/generated/api.ts', import.meta.url), types);
