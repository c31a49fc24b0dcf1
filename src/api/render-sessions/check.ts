import { z } from 'zod';
import { AppError, expected, type Fault, fault } from '../../base/index.ts';
import type { TemplateVersion } from '../../database/index.ts';
import type { Editables } from '../../template/index.ts';
import type { ApiContext } from '../context.ts';
import { zodFaults } from '../http/faults.ts';
import { notReady } from '../template-style-versions/ready.ts';
import { unsupportedOptions } from './options.ts';
import { type CreateRequest, createRequest } from './schema.ts';

const VERSION_POINTER = '/mapping/template_style_version_id';

/** The whole request, checked as one: faults of shape and of content are told together. */
export async function checkCreate(
  context: ApiContext,
  accountId: string,
  body: unknown,
): Promise<CreateRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('malformed_body', expected('a JSON object', 'the body', body));
  }
  const parsed = createRequest.safeParse(body);
  const { mapping } = body as { mapping?: unknown };
  const { version, faults: versionFaults } = await findVersion(context, accountId, mapping);
  const faults = [
    ...(parsed.success ? [] : zodFaults(parsed.error.issues, body)),
    ...unsupportedOptions(body as Record<string, unknown>, version),
    ...versionFaults,
    ...(version ? mappingFaults(context, version, mapping) : []),
  ];
  if (faults.length > 0 || !parsed.success) throw AppError.fromFaults(faults);
  return parsed.data;
}

const naming = z.looseObject({ template_style_version_id: z.string() });

/** The version that a mapping names, when it can be rendered. */
async function findVersion(
  context: ApiContext,
  accountId: string,
  mapping: unknown,
): Promise<{ version?: TemplateVersion; faults: Fault[] }> {
  const named = naming.safeParse(mapping);
  if (!named.success) return { faults: [] };
  const { template_style_version_id: id } = named.data;
  const version = await context.db.templateVersions.findIn(accountId, id);
  if (!version) {
    return {
      faults: [
        fault(
          'template_version_unknown',
          expected('the id of a template style version', VERSION_POINTER, id),
          {
            pointer: VERSION_POINTER,
            hint: 'Upload one with POST /v2/template_style_versions, or check the account.',
          },
        ),
      ],
    };
  }
  const unready = notReady(version, VERSION_POINTER);
  return unready ? { faults: [unready] } : { version, faults: [] };
}

const filling = z.looseObject({
  resources: z.record(z.string(), z.unknown()),
  missing: z.literal('example').optional().catch(undefined),
});

function mappingFaults(context: ApiContext, version: TemplateVersion, mapping: unknown): Fault[] {
  const filled = filling.safeParse(mapping);
  if (!filled.success) return [];
  const { resources, missing } = filled.data;
  return context
    .checkMapping(version.editables as Editables, { resources, missing })
    .map((f) => ({ ...f, ...(f.pointer !== undefined && { pointer: `/mapping${f.pointer}` }) }));
}
