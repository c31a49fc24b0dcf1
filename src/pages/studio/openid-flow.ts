import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readCookie, setCookie } from '../../http/index.ts';
import type { PagesContext } from '../context.ts';

const COOKIE = 'framepress_openid';
/** Time that a person has to sign in at the issuer. */
const FLOW_SECONDS = 600;
const MAX_PATH_CHARACTERS = 300;

const shape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  expiresAtMs: z.number(),
});

/** A sign-in that waits for the answer of the issuer. `to` is the page of the studio to open then. */
export type OpenIdFlow = Omit<z.output<typeof shape>, 'expiresAtMs'>;

/** Stores a flow in an encrypted cookie: the answer is accepted only in the same browser. */
export function keepFlow(
  { vault, clock, config }: PagesContext,
  reply: FastifyReply,
  flow: OpenIdFlow,
) {
  const text = JSON.stringify({ ...flow, expiresAtMs: clock.nowMs() + FLOW_SECONDS * 1000 });
  const isSecure = isSecureUrl(config.publicUrl());
  setCookie(reply, COOKIE, vault.encrypt(text, COOKIE), { maxAgeSeconds: FLOW_SECONDS, isSecure });
}

/** Returns the flow of a browser and removes its cookie; undefined without a valid flow. */
export function takeFlow(
  { vault, clock, config }: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
): OpenIdFlow | undefined {
  const publicUrl = config.publicUrl();
  const value = readCookie(request, COOKIE, publicUrl);
  setCookie(reply, COOKIE, '', { maxAgeSeconds: 0, isSecure: isSecureUrl(publicUrl) });
  if (value === undefined) return undefined;
  const flow = parseDecrypted(() => vault.decrypt(value, COOKIE));
  return flow && flow.expiresAtMs > clock.nowMs() ? flow : undefined;
}

/**
 * Returns the decrypted state of a sign-in; undefined if it cannot be decrypted or has another
 * form.
 */
function parseDecrypted(decrypt: () => string) {
  try {
    return shape.safeParse(JSON.parse(decrypt())).data;
  } catch {
    return undefined;
  }
}

/** The issuer returns the browser to the public URL. */
export function isSecureUrl(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** Returns a path within the studio; an empty text for anything else. */
export function studioPath(to: unknown): string {
  const isPath =
    typeof to === 'string' &&
    to.length <= MAX_PATH_CHARACTERS &&
    /^\/(?!\/)[\w\-./?=&%~]*$/.test(to);
  return isPath ? to : '';
}
