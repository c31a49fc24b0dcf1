import { randomBytes } from 'node:crypto';

/** The variable with the address of Vitest's main process; see shared-services.ts. */
export const SERVICES_URL = 'TEST_SERVICES_URL';

/** The tests run on a cluster instead of on one machine. */
export const isCluster = process.env['TEST_CLUSTER'] === '1';

/** The machines of a cluster that render. */
export const WORKERS = isCluster ? 3 : 1;

/** Sends a request to Vitest's main process. */
export async function askServices<T>(path: string, body: unknown): Promise<T> {
  const url = process.env[SERVICES_URL] ?? '';
  const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} failed: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Variables of a service with its own database, bucket and keys; none on one machine. */
export async function newEnvironment(): Promise<Record<string, string>> {
  if (!isCluster) return {};
  return {
    ...(await askServices<Record<string, string>>('/place', {})),
    FRAMEPRESS_SECRET_KEYS: randomBytes(32).toString('base64'),
    FRAMEPRESS_SIGNING_KEY: randomBytes(32).toString('base64'),
  };
}
