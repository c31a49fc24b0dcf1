import { FULL_SCOPE, within } from '../../base/index.ts';
import type { Role, StudioSession } from '../../database/index.ts';

const SCOPES: Record<Role, string> = {
  viewer: '*:read',
  editor: '*:read mapping:write render_session:write upload:write batch:write',
  admin: FULL_SCOPE,
};

/** Returns what people of a role may do. */
export function scopeOfRole(role: Role): string {
  return SCOPES[role];
}

/** Returns the scope of a session: that of the person's role, or that of the client. */
export function scopeOf({ rights }: StudioSession): string {
  return 'role' in rights ? scopeOfRole(rights.role) : rights.scope;
}

/** Returns the role of a session. A client has the highest role that its scope includes. */
export function roleOf({ rights }: StudioSession): Role {
  if ('role' in rights) return rights.role;
  if (within(FULL_SCOPE, rights.scope)) return 'admin';
  const writes = SCOPES.editor.split(' ').filter((entry) => entry.endsWith(':write'));
  return within(writes.join(' '), rights.scope) ? 'editor' : 'viewer';
}
