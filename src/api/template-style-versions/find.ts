import type { TemplateVersion } from '../../database/index.ts';
import { type ById, findOwn } from '../../http/index.ts';
import type { ApiContext } from '../context.ts';

const VERSION = {
  name: 'template style version',
  hint: 'GET /v2/template_style_versions lists the versions of the account.',
};

/** Returns the version that a request's path names. Throws `not_found`. */
export function findVersionOf({ db }: ApiContext, request: ById): Promise<TemplateVersion> {
  return findOwn(request, db.templateVersions, VERSION);
}
