import { z } from 'zod';
import { type Fault, fault } from '../base/index.ts';
import type { Role } from '../database/index.ts';
import { choice, flag, list } from './values.ts';

/** A copy, because the database is not loaded for the configuration. */
const ROLES = ['viewer', 'editor', 'admin'] as const satisfies readonly Role[];

/** Pairs such as `designers=editor`: a value of the role claim and its role. */
const roleValues = list.transform((texts, context) => {
  const pairs = texts.map((text): [string, Role | undefined] => {
    const [, value = '', name] = /^(.+)=(\w+)$/.exec(text) ?? [];
    return [value, ROLES.find((role) => role === name)];
  });
  if (pairs.some(([, role]) => role === undefined)) {
    const message = `pairs such as designers=editor, with the roles ${ROLES.join(', ')},`;
    context.addIssue({ code: 'custom', message, input: '' });
  }
  return new Map(pairs.flatMap(([value, role]) => (role ? [[value, role] as const] : [])));
});

/** An issuer on another machine needs TLS. */
const issuer = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url?.hostname ?? '');
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  },
  { error: 'an https address' },
);

/** The variables of the sign-in with OpenID Connect. */
export const OPENID_VARIABLES = {
  FRAMEPRESS_OPENID_ISSUER: issuer.optional(),
  FRAMEPRESS_OPENID_CLIENT_ID: z.string().optional(),
  FRAMEPRESS_OPENID_CLIENT_SECRET: z.string().optional(),
  FRAMEPRESS_OPENID_SCOPE: z.string().default('openid profile email'),
  FRAMEPRESS_OPENID_ROLE_CLAIM: z.string().default('roles'),
  FRAMEPRESS_OPENID_ROLES: roleValues,
  FRAMEPRESS_OPENID_DEFAULT_ROLE: choice(ROLES).optional(),
  FRAMEPRESS_OPENID_ACCOUNT_CLAIM: z.string().optional(),
  FRAMEPRESS_OPENID_SESSION_SECONDS: flag(12 * 3600, 300, 7 * 24 * 3600),
};

/** An issuer of OpenID Connect, and how its claims describe people. */
export type OpenIdConfig = Readonly<{
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** The scope of the request to the issuer, such as `openid profile`. */
  scope: string;
  /** The claim with the roles of a person. */
  roleClaim: string;
  /** Roles by the values of the claim. Empty: the values are the names of roles. */
  roles: ReadonlyMap<string, Role>;
  /** The role of people without one; undefined: they may not sign in. */
  defaultRole: Role | undefined;
  /** The claim with the id of the account; undefined: all people belong to the default account. */
  accountClaim: string | undefined;
  /** A session of the studio ends after this time, so that the role of the person is read again. */
  sessionSeconds: number;
}>;

type Environment = z.output<z.ZodObject<typeof OPENID_VARIABLES>>;

/** The issuer and the client id belong together. */
export function openIdFaults(env: Environment): Fault[] {
  const { FRAMEPRESS_OPENID_ISSUER: issuer, FRAMEPRESS_OPENID_CLIENT_ID: clientId } = env;
  if ((issuer === undefined) === (clientId === undefined)) return [];
  const [missing, present] =
    issuer === undefined
      ? ['FRAMEPRESS_OPENID_ISSUER', 'FRAMEPRESS_OPENID_CLIENT_ID']
      : ['FRAMEPRESS_OPENID_CLIENT_ID', 'FRAMEPRESS_OPENID_ISSUER'];
  const hint = 'See docs/operations.md for its values.';
  return [fault('config_invalid', `Expected ${missing} together with ${present}.`, { hint })];
}

export function openIdOf(env: Environment): OpenIdConfig | undefined {
  const { FRAMEPRESS_OPENID_ISSUER: issuer, FRAMEPRESS_OPENID_CLIENT_ID: clientId } = env;
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: env.FRAMEPRESS_OPENID_CLIENT_SECRET,
    scope: env.FRAMEPRESS_OPENID_SCOPE,
    roleClaim: env.FRAMEPRESS_OPENID_ROLE_CLAIM,
    roles: env.FRAMEPRESS_OPENID_ROLES,
    defaultRole: env.FRAMEPRESS_OPENID_DEFAULT_ROLE,
    accountClaim: env.FRAMEPRESS_OPENID_ACCOUNT_CLAIM,
    sessionSeconds: env.FRAMEPRESS_OPENID_SESSION_SECONDS,
  };
}
