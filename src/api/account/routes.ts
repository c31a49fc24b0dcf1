import type { FastifyInstance } from 'fastify';
import { presentAccount } from '../../accounts/index.ts';
import { assert, defined } from '../../base/index.ts';
import { callerOf, parseQuery, type RouteDoc } from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { accountResponse, presentUsage, usageQuery, usageResponse } from './schema.ts';
import { daysOf, readUsage } from './usage-report.ts';

const requiredScope = { resource: 'usage', action: 'read' } as const;

const DOCS = {
  account: {
    operationId: 'getAccount',
    description:
      'A limit of null means no limit. Above a limit, requests are answered 429 with the limit, its use and the time at which it frees.',
    summary: 'Read the limits of the account and their use',
    requiredScope,
    response: { status: 200, schema: accountResponse },
  },
  usage: {
    operationId: 'getUsage',
    description:
      'Each render is counted once, on the day (UTC) on which it ends. Removed sessions and templates stay counted.',
    summary: 'Read the renders of the account by day and template',
    requiredScope,
    query: usageQuery,
    response: { status: 200, schema: usageResponse },
  },
} satisfies Record<string, RouteDoc>;

/** Routes for the limits of the caller's account, and for its use. */
export function accountRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db, clock, config } = context;

  app.get('/v2/account', { config: { doc: DOCS.account } }, async (request) => {
    const { accountId } = callerOf(request);
    const account = await db.accounts.find(accountId);
    assert(account, 'a token belongs to an account');
    return { account: await presentAccount(db, account, config.accountLimits) };
  });

  app.get('/v2/usage', { config: { doc: DOCS.usage } }, async (request) => {
    const { accountId } = callerOf(request);
    const { group_by: grouping, ...query } = parseQuery(usageQuery, request.query);
    const days = daysOf(query, clock.nowMs());
    const { entries, totals } = await readUsage(db, accountId, days, grouping);
    return {
      usage: entries.map(({ day, templateId, ...usage }) => ({
        ...defined({ day, template_id: templateId }),
        ...presentUsage(usage),
      })),
      totals: presentUsage(totals),
      ...days,
    };
  });
}
