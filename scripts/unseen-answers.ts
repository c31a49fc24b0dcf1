/**
 * Lists the operations and statuses of the OpenAPI document that no test has received:
 * `FRAMEPRESS_SEEN_ANSWERS=/tmp/seen npm test`, then `node scripts/unseen-answers.ts /tmp/seen`.
 */
import { readFile } from 'node:fs/promises';
import { temporaryApi } from '../src/api/api.fixture.ts';

type Document = {
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
};
/** Answers that every operation may give, and that tests cause on some operations only. */
const SHARED = ['400', '401', '403', '413', '415', '429', '500', '503'];

const [, , path = ''] = process.argv;
const seen = new Set((await readFile(path, 'utf8')).split('\n'));
await using api = await temporaryApi();
const { paths } = (await api.send('GET', '/openapi.json')).json as Document;
const unseen = Object.values(paths)
  .flatMap((item) => Object.values(item))
  .flatMap(({ operationId, responses }) => {
    const statuses = Object.keys(responses).filter((status) => !SHARED.includes(status));
    return statuses.map((status) => `${operationId} ${status}`);
  })
  .filter((answer) => !seen.has(answer));
process.stdout.write(`${unseen.join('\n')}\n${unseen.length} answers were not seen.\n`);
