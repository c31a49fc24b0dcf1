import { createHash } from 'node:crypto';
import type { Client, Json } from '../support/client.ts';

/** Left out of a comparison: times, which the test moves, and sentences, which may be put better. */
const LEFT_OUT = /(_at|_since|_cursor|_ms|eta_seconds|^at|message|hint|description)$/;

export type Answers = Record<string, { status: number; body: unknown }>;

/** The answers to GET at each of the paths, in a form in which those of two versions can be compared. */
export async function readAnswers(client: Client, paths: readonly string[]): Promise<Answers> {
  const files = new Map<string, Promise<string>>();
  const digestAt = (url: string) => {
    const { pathname } = new URL(url);
    const digest = files.get(pathname) ?? fileDigest(url, digestAt);
    files.set(pathname, digest);
    return digest;
  };
  const answers: Answers = {};
  for (const path of paths) {
    const { status, body } = await client.send('GET', path);
    answers[path] = { status, body: await comparable(body, client.base, digestAt) };
  }
  return answers;
}

/**
 * A value without what is left out of a comparison. An address of a file of the service becomes what
 * `place` returns for it.
 */
export async function comparable(
  value: unknown,
  base: string,
  place: (url: string) => Promise<string>,
): Promise<unknown> {
  if (typeof value === 'string') return value.startsWith(`${base}/`) ? place(value) : value;
  if (Array.isArray(value)) return Promise.all(value.map((one) => comparable(one, base, place)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Json).filter(([name]) => !LEFT_OUT.test(name));
  return Object.fromEntries(
    await Promise.all(
      entries.map(async ([name, inner]) => [name, await comparable(inner, base, place)] as const),
    ),
  );
}

/** Returns the SHA-256 of a file. In a playlist, the digest of each file replaces its name. */
async function fileDigest(
  url: string,
  digestAt: (url: string) => Promise<string>,
): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) return `status ${response.status}`;
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!new URL(url).pathname.endsWith('.m3u8')) return sha256(bytes);
  const lines = bytes.toString().split('\n');
  const digests = await Promise.all(
    lines.map(async (line) => {
      const [, name] = /\bURI="([^"]*)"/.exec(line) ?? [];
      if (name !== undefined) return line.replace(name, await digestAt(new URL(name, url).href));
      return line === '' || line.startsWith('#') ? line : digestAt(new URL(line, url).href);
    }),
  );
  return sha256(Buffer.from(digests.join('\n')));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
