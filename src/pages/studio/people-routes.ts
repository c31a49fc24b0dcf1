import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { signInLink } from '../../accounts/index.ts';
import { AppError, say } from '../../base/index.ts';
import {
  LINK_ISSUER,
  NEVER_MS,
  type Person,
  ROLES,
  type StudioSession,
} from '../../database/index.ts';
import {
  type ById,
  type Exchange,
  parseBody,
  type RouteDoc,
  requireCsrf,
  roleOf,
} from '../../http/index.ts';
import { isoTime } from '../../system/index.ts';
import type { PagesContext } from '../context.ts';

/** An invitation waits in a mailbox. */
const INVITATION_SECONDS = 7 * 24 * 3600;
const MAX_NAME_CHARACTERS = 200;
const MAX_PEOPLE = 1000;

const role = z.enum(ROLES).meta({ description: 'What the person may do' });

const personSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role,
    signs_in_by: z
      .enum(['invitation', 'link', 'openid'])
      .meta({
        description:
          '`link`: all links of `framepress studio` with this role. `openid`: an account of the organization',
      }),
    signed_in_at: z.string().nullable().meta({ description: 'null: never' }),
    is_blocked: z.boolean(),
    is_self: z.boolean().meta({ description: 'Whether the request is of this person' }),
  })
  .meta({ id: 'StudioPerson', description: 'A person who may sign in to the studio' });

const linkFields = {
  studio_url: z.string().meta({ description: 'Signs the person in, once' }),
  expires_at: z.string(),
};

const peopleResponse = z.object({ people: z.array(personSchema) }).meta({ id: 'StudioPeople' });
const personResponse = z.object({ person: personSchema }).meta({ id: 'StudioPersonResponse' });
const linkResponse = z.object(linkFields).meta({ id: 'StudioPersonLink' });
const invitationResponse = z
  .object({ person: personSchema, ...linkFields })
  .meta({ id: 'StudioInvitation' });

const invitationBody = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(MAX_NAME_CHARACTERS)
      .refine((text) => !text.includes('\0'), 'text without U+0000'),
    role,
  })
  .meta({ id: 'StudioInvitationRequest', examples: [{ name: 'Aiko', role: 'editor' }] });

const changeBody = z
  .strictObject({ role: role.optional(), is_blocked: z.boolean().optional() })
  .meta({ id: 'StudioPersonChange', examples: [{ is_blocked: true }] });

const common = { problems: [401, 403, 404, 409] } satisfies Partial<RouteDoc>;

const DOCS = {
  list: {
    operationId: 'listStudioPeople',
    summary: 'List the people who sign in to the studio',
    description: `For admins of the account, in pages of the service. At most ${MAX_PEOPLE} people, oldest first. People whose access was ended come last.`,
    response: { status: 200, schema: peopleResponse },
    problems: [401, 403],
  },
  invite: {
    operationId: 'inviteStudioPerson',
    summary: 'Invite a person to the studio',
    description: 'The link works once within 7 days. Send it to the person.',
    body: invitationBody,
    response: { status: 201, schema: invitationResponse },
    problems: [401, 403, 409],
  },
  link: {
    operationId: 'createStudioPersonLink',
    summary: 'Make another sign-in link for a person',
    description: 'For people who were invited; others sign in at their organization.',
    response: { status: 200, schema: linkResponse },
    ...common,
  },
  change: {
    operationId: 'updateStudioPerson',
    summary: 'Change the role of a person, or end or allow the access',
    description:
      'A blocked person is signed out everywhere. The role of people of an organization comes from there.',
    body: changeBody,
    response: { status: 200, schema: personResponse },
    ...common,
  },
  remove: {
    operationId: 'removeStudioPerson',
    summary: 'Remove a person whose access was ended',
    description:
      'For people who were invited. Others would come back without the block at their next sign-in.',
    response: { status: 204 },
    ...common,
  },
} satisfies Record<string, RouteDoc>;

type RequireSession = (exchange: Exchange) => Promise<{ session: StudioSession }>;

/** Routes for the people of an account: admins invite them, and end their access. */
export function peopleRoutes(
  app: FastifyInstance,
  { db, config, clock }: PagesContext,
  requireSession: RequireSession,
): void {
  /** Returns the session of an admin. Changes need the CSRF header. */
  const requireAdmin = async (exchange: Omit<Exchange, 'publicUrl'>, isChange = true) => {
    const publicUrl = config.publicUrl();
    const { session } = await requireSession({ ...exchange, publicUrl });
    if (isChange) requireCsrf(exchange.request, publicUrl);
    if (roleOf(session) === 'admin') return session;
    throw new AppError('forbidden', 'Only admins of the account manage its people.', {
      hint: 'Ask an admin of the account.',
    });
  };

  const findPerson = async ({ account }: StudioSession, id: string): Promise<Person> => {
    const person = await db.people.find(id);
    if (person?.accountId === account.id) return person;
    throw new AppError('not_found', 'The account has no such person.', {
      hint: 'GET /studio/people lists the people.',
    });
  };

  const addLink = async ({ id, accountId, role: personRole }: Person) => {
    const options = { personId: id, seconds: INVITATION_SECONDS };
    const code = await db.studioSessions.addCode(accountId, personRole, options);
    return {
      studio_url: signInLink(config.publicUrl(), code),
      expires_at: isoTime(clock.nowMs() + INVITATION_SECONDS * 1000),
    };
  };

  app.get('/studio/people', { config: { doc: DOCS.list } }, async (request, reply) => {
    const { account, ownerId } = await requireAdmin({ request, reply }, false);
    const people = await db.people.list(account.id);
    const [present = [], ended = []] = [false, true].map((isBlocked) =>
      people.filter(({ blockedAtMs }) => (blockedAtMs !== null) === isBlocked),
    );
    const listed = [...present, ...ended].slice(0, MAX_PEOPLE);
    return { people: listed.map((person) => presentPerson(person, ownerId)) };
  });

  app.post('/studio/people', { config: { doc: DOCS.invite } }, async (request, reply) => {
    const { account, ownerId } = await requireAdmin({ request, reply });
    const { name, role: personRole } = parseBody(invitationBody, request.body);
    if ((await db.people.count(account.id)) >= MAX_PEOPLE)
      throw new AppError('conflict', say`The account has ${MAX_PEOPLE} people already.`, {
        hint: 'End the access of people who are not here any more, or use OpenID Connect.',
      });
    const person = await db.people.invite({ accountId: account.id, name, role: personRole });
    void reply.status(201);
    return { person: presentPerson(person, ownerId), ...(await addLink(person)) };
  });

  app.post(
    '/studio/people/:id/link',
    { config: { doc: DOCS.link } },
    async (request: ById, reply) => {
      const person = await findPerson(await requireAdmin({ request, reply }), request.params.id);
      requireInvited(person);
      if (person.blockedAtMs !== null)
        throw new AppError('conflict', 'The access of the person was ended.', {
          hint: 'Allow the access first.',
        });
      return addLink(person);
    },
  );

  app.patch(
    '/studio/people/:id',
    { config: { doc: DOCS.change } },
    async (request: ById, reply) => {
      const session = await requireAdmin({ request, reply });
      const { id, ...person } = await findPerson(session, request.params.id);
      const { role: newRole, is_blocked: isBlocked } = parseBody(changeBody, request.body);
      if (session.ownerId === id)
        throw new AppError('conflict', 'Nobody can change their own access.', {
          hint: 'Ask another admin of the account.',
        });
      if (newRole !== undefined && newRole !== person.role) {
        requireInvited({ id, ...person });
        await db.people.setRole(id, newRole);
      }
      if (isBlocked !== undefined) await db.people.setBlocked(id, isBlocked);
      return { person: presentPerson(await findPerson(session, id), session.ownerId) };
    },
  );

  app.delete(
    '/studio/people/:id',
    { config: { doc: DOCS.remove } },
    async (request: ById, reply) => {
      const person = await findPerson(await requireAdmin({ request, reply }), request.params.id);
      if (signInMethod(person) !== 'invitation')
        throw new AppError('conflict', 'Only people who were invited can be removed.', {
          hint: 'Others would come back without the block at their next sign-in.',
        });
      if (!(await db.people.remove(person.id)))
        throw new AppError('conflict', 'The person can still sign in.', {
          hint: 'End the access first.',
        });
      return reply.status(204).send();
    },
  );
}

/** Throws `conflict` for people whose access does not come from an invitation. */
function requireInvited(person: Person): void {
  const method = signInMethod(person);
  if (method === 'invitation') return;
  throw new AppError('conflict', 'The access of this person does not come from an invitation.', {
    hint:
      method === 'link'
        ? 'Invite a person, who then has a name.'
        : 'Change the role where the person signs in.',
  });
}

function signInMethod({ id, issuer, subject }: Person): 'invitation' | 'link' | 'openid' {
  if (issuer !== LINK_ISSUER) return 'openid';
  return subject === id ? 'invitation' : 'link';
}

/** `ownId` is the id of the person who asks. */
function presentPerson(person: Person, ownId: string): z.infer<typeof personSchema> {
  return {
    id: person.id,
    name: person.name,
    role: person.role,
    signs_in_by: signInMethod(person),
    signed_in_at: person.signedInAtMs === NEVER_MS ? null : isoTime(person.signedInAtMs),
    is_blocked: person.blockedAtMs !== null,
    is_self: person.id === ownId,
  };
}
