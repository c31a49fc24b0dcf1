/** Writes the OpenAPI document of this checkout to a file: `openapi-document.ts <file>`. */
import { writeFile } from 'node:fs/promises';
import { temporaryApi } from '../src/api/api.fixture.ts';

const [, , path = 'openapi.json'] = process.argv;
await using api = await temporaryApi();
const answer = await api.app.inject({ method: 'GET', url: '/openapi.json' });
await writeFile(path, answer.body);
