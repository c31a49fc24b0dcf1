import type { TemplateOverview } from '../../database/index.ts';
import { type ById, findOwn } from '../../http/index.ts';
import type { ApiContext } from '../context.ts';

const TEMPLATE = {
  name: 'template',
  hint: 'GET /v2/templates lists the templates of the account.',
};

/** Returns the template that a request's path names. Throws `not_found`. */
export function findTemplate({ db }: ApiContext, request: ById): Promise<TemplateOverview> {
  return findOwn(request, db.templates, TEMPLATE);
}
