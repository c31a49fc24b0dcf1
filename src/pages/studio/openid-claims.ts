import type { OpenIdConfig } from '../../config/index.ts';
import { DEFAULT_ACCOUNT, isRole, ROLES, type Role, type SignIn } from '../../database/index.ts';

const MAX_NAME_CHARACTERS = 200;
/** More values of a claim are ignored. */
const MAX_VALUES = 1000;

type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

/** Returns the person that the claims of an ID token describe; undefined without a role or account. */
export function personOf(claims: Claims, config: OpenIdConfig): SignIn | undefined {
  const role = roleIn(claims, config);
  const accountId = accountIn(claims, config);
  if (role === undefined || accountId === undefined) return undefined;
  return { accountId, role, issuer: claims.iss, subject: claims.sub, name: nameIn(claims) };
}

/** Returns the highest role of the claim, or the default role. */
function roleIn(claims: Claims, { roleClaim, roles, defaultRole }: OpenIdConfig): Role | undefined {
  const named = valuesOf(claims, roleClaim).flatMap((value): Role[] => {
    const role = roles.size > 0 ? roles.get(value) : value;
    return role !== undefined && isRole(role) ? [role] : [];
  });
  return ROLES.findLast((role) => named.includes(role)) ?? defaultRole;
}

/** Returns the id of the account: the only value of the claim, or the default account without a claim. */
function accountIn(claims: Claims, { accountClaim }: OpenIdConfig): string | undefined {
  if (accountClaim === undefined) return DEFAULT_ACCOUNT;
  const values = valuesOf(claims, accountClaim);
  return values.length === 1 ? values[0] : undefined;
}

/** Returns the name to show for a user: the first claim of a list that has one. */
function nameIn(claims: Claims): string {
  const names = ['name', 'preferred_username', 'email', 'sub'].map((key) => claims[key]);
  const name = names.find((name) => typeof name === 'string' && name.trim() !== '');
  return String(name).slice(0, MAX_NAME_CHARACTERS).toWellFormed().replaceAll('\0', '');
}

/** Returns the texts of a claim. A name such as `realm_access.roles` may lead into objects. */
function valuesOf(claims: Claims, name: string): string[] {
  const claim = Object.hasOwn(claims, name) ? claims[name] : claimAt(claims, name.split('.'));
  return [claim]
    .flat()
    .slice(0, MAX_VALUES)
    .filter((value) => typeof value === 'string');
}

/**
 * Returns the value at a path of names in the claims; undefined if there is none. Only own
 * properties count.
 */
function claimAt(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = (inner as Record<string, unknown>)[key];
  }
  return inner;
}
