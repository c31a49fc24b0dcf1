import type { z } from 'zod';
import {
  AppError,
  expected,
  type Fault,
  fault,
  joinFaults,
  pointerTokens,
  say,
  type Wording,
} from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { mappingShape, type ParsedMapping, shapeFaults } from '../mapping/index.ts';
import type { Warning } from '../schemas/index.ts';
import { lostAddresses } from '../secrets/index.ts';
import { checkContent, findVersion, type VersionReader } from './check-mapping.ts';
import { withoutIgnored } from './ignored-entries.ts';
import { type MappingChanges, withChanges } from './mapping-changes.ts';
import { patchRequest } from './mapping-fields.ts';
import { checkMappingSize } from './mapping-size.ts';
import type { SessionContext } from './session-context.ts';

/** The fields of a request that name its mapping, as `mappingFields` describes them. Unchecked. */
export type MappingRequest = {
  mapping?: unknown;
  mapping_id?: unknown;
  template_style_version_id?: unknown;
  mapping_changes?: unknown;
};

/** The mapping of a request. It can be rendered when `faults` and `missing` are empty. */
export type RequestedMapping = {
  /** Absent when the version is unknown or not ready. */
  version?: TemplateVersion;
  /** The mapping for this version as it is stored. Absent when its shape is wrong. */
  mapping?: z.infer<typeof mappingShape>;
  /** The entries without faults. Absent without a version. */
  parsed?: ParsedMapping;
  /** All faults but those of missing entries, with pointers into the request. */
  faults: Fault[];
  /** A fault `editable_missing` for each required editable without an entry. */
  missing: Fault[];
  /** The editables whose entries are left out, because the version does not have them. */
  ignored: string[];
  warnings: Warning[];
  /** Returns the pointer into the request for a pointer that starts with `/mapping`. */
  pointerOf: (pointer: string) => string;
};

/** A mapping before it is checked. */
type Named = { json: unknown } & Pick<RequestedMapping, 'pointerOf'>;

/**
 * Finds and checks the mapping that a request names with `mapping` or `mapping_id`.
 * `template_style_version_id` beside it uses the mapping for another version, for other sizes or
 * languages: then entries that this version does not have are left out with a warning.
 *
 * `base` is used when the request names no mapping; `mapping_changes` are applied to it. Fields of
 * the wrong type count as absent, except `mapping`: the schema of the request reports them.
 */
export async function requestedMapping(
  context: SessionContext,
  caller: VersionReader,
  request: MappingRequest,
  base?: Readonly<Record<string, unknown>>,
): Promise<RequestedMapping> {
  const named = await namedMapping(context, caller, request, base);
  if ('faults' in named) return { ...named, ...NOTHING };
  const { template_style_version_id: requested } = request;
  const isRequested = typeof requested === 'string';
  const mappingFields = fieldsOf(named.json);
  const isOther = isRequested && mappingFields?.['template_style_version_id'] !== undefined;
  let json =
    isRequested && mappingFields
      ? { ...mappingFields, template_style_version_id: requested }
      : named.json;
  const pointerOf = (pointer: string) => {
    const place = pointer === VERSION && isRequested ? '' : named.pointerOf(pointer);
    return place === '' && isRequested ? '/template_style_version_id' : place;
  };

  // Only the mapping of the session may be shown in other styles.
  const isOwnMapping = mappingFields?.['template_style_version_id'] === caller.editor?.versionId;
  const reader = { ...caller, mayUseTemplate: caller.mayUseTemplate === true && isOwnMapping };
  const { version, faults: refusals } = await findVersion(
    context,
    reader,
    json,
    pointerOf(VERSION),
  );
  const warnings: Warning[] = [];
  const ignored: string[] = [];
  if (version && isOther && mappingFields?.['template_style_version_id'] !== requested) {
    const reduced = withoutIgnored(fieldsOf(json) ?? {}, version);
    json = reduced.mapping;
    warnings.push(...reduced.warnings);
    ignored.push(...reduced.editables);
  }
  if (request.mapping === undefined) requireAddresses(json);
  const content = version && (await checkContent(context, version, json, caller.editor));
  const inRequest = (mappingFault: Fault): Fault => {
    const { pointer: inMapping = '/mapping', message } = mappingFault;
    const pointer = pointerOf(inMapping);
    // A client that sent changes finds the field by their name, not by that of the mapping.
    const isChange = pointer.startsWith('/mapping_changes/');
    return {
      ...mappingFault,
      pointer,
      message: isChange ? message.replace(inMapping, () => pointer) : message,
    };
  };
  const missing = (content?.faults ?? []).filter(isMissing).map(inRequest);
  const ofContent = (content?.faults ?? [])
    .filter((mappingFault) => !isMissing(mappingFault))
    .map(inRequest);
  const faults = joinFaults(shapeFaults(json).map(inRequest), [...refusals, ...ofContent]);
  const { data: mapping } = mappingShape.safeParse(json);
  if (mapping && base) checkMappingSize(mapping, pointerOf('/mapping'));
  return {
    ...(version && { version }),
    ...(mapping && { mapping }),
    ...(content && { parsed: content.mapping }),
    faults,
    missing,
    ignored,
    warnings,
    pointerOf,
  };
}

const NOTHING = { missing: [], ignored: [], warnings: [], pointerOf: (pointer: string) => pointer };

const VERSION = '/mapping/template_style_version_id';

/**
 * Returns the mapping that a request sends, names by id, or changes (`base`), and how its places are called in
 * the request; or the faults of the request. Throws `forbidden` for a `mapping_id` with an edit token.
 */
async function namedMapping(
  context: SessionContext,
  { accountId, editor }: VersionReader,
  request: MappingRequest,
  base: Readonly<Record<string, unknown>> | undefined,
): Promise<Named | { faults: Fault[] }> {
  const { mapping, mapping_id: id, mapping_changes: changes } = request;
  const sources = Object.entries({ mapping, mapping_id: id, mapping_changes: changes }).flatMap(
    ([name, value]) => (value === undefined ? [] : [name]),
  );
  if (sources.length > 1) {
    const message = say`Expected one of mapping and mapping_id but received ${sources.join(' and ')}.`;
    return refusal(message, `/${sources[1]}`, 'Send only one of them.');
  }
  if (mapping !== undefined) return { json: mapping, pointerOf: (pointer) => pointer };
  if (id !== undefined) {
    if (editor) {
      const message = 'An edit token does not allow mapping_id.';
      throw new AppError('forbidden', message, {
        pointer: '/mapping_id',
        hint: 'Send the mapping.',
      });
    }
    if (typeof id !== 'string') return { faults: [] };
    const storedMapping = await context.db.mappings.findIn(accountId, id);
    if (!storedMapping?.isStored) {
      const message = expected('the id of a stored mapping', '/mapping_id', id);
      return refusal(message, '/mapping_id', 'Create a mapping with POST /v2/mappings.');
    }
    // A mapping that an older version stored may be larger.
    checkMappingSize(storedMapping.body, '/mapping_id');
    return { json: storedMapping.body, pointerOf: () => '/mapping_id' };
  }
  if (base) return fromBase(base, validChanges(changes));
  const message = expected('an object', '/mapping', undefined);
  return refusal(message, '/mapping', 'Send the mapping, or a mapping_id.');
}

/** Returns the changes whose fields have the right type. The schema of the request reports the others. */
function validChanges(changes: unknown): MappingChanges {
  const shape: Record<string, z.ZodType> = patchRequest.shape;
  const entries = Object.entries(fieldsOf(changes) ?? {});
  return Object.fromEntries(
    entries.filter(
      ([field, value]) => Object.hasOwn(shape, field) && shape[field]?.safeParse(value).success,
    ),
  );
}

/**
 * Returns a mapping with changes. Places in it that the changes do not name are not in the request: their
 * pointer is ''.
 */
function fromBase(base: Readonly<Record<string, unknown>>, changes: MappingChanges): Named {
  return {
    json: withChanges(base, changes),
    pointerOf: (pointer) => {
      const [, field = '', name] = pointerTokens(pointer);
      const changed = fieldsOf(changes[field]);
      const isChanged = name === undefined ? field in changes : Object.hasOwn(changed ?? {}, name);
      return isChanged ? pointer.replace(/^\/mapping/, '/mapping_changes') : '';
    },
  };
}

/** Throws the faults of stored addresses that cannot be decrypted. */
function requireAddresses(json: unknown): void {
  const lost = lostAddresses(fieldsOf(json) ?? {});
  if (lost.length > 0) throw AppError.fromFaults(lost);
}

function isMissing({ code }: Fault): boolean {
  return code === 'editable_missing';
}

/** Returns the fault of a request that does not name one mapping. */
function refusal(message: Wording, pointer: string, hint: string): { faults: Fault[] } {
  return { faults: [fault('invalid_request', message, { pointer, hint })] };
}

/** Returns an object's fields; undefined for any other value, also for a list. */
function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}
