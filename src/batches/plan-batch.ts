import {
  AppError,
  expected,
  type Fault,
  fault,
  hinted,
  joinFaults,
  jsonPointer,
  say,
  type Wording,
  withNearestFields,
  zodFaults,
} from '../base/index.ts';
import type { BatchWarning, NewBatch, RowsFormat, TemplateVersion } from '../database/index.ts';
import { openEncryptedText, type RawRow, readRows } from '../rows/index.ts';
import { lostAddresses } from '../secrets/index.ts';
import {
  findVersion,
  type SessionContext,
  settleOutputs,
  withoutIgnored,
} from '../sessions/index.ts';
import type { Editables } from '../template/index.ts';
import { type BatchOptions, optionsShape } from './batch-options.ts';
import { baseOf } from './check-row.ts';
import { columnsOf, headerFaults } from './columns.ts';

/** The rows of a request, encrypted in a file, and its options as they were sent. */
export type ReceivedBatch = {
  options: Record<string, unknown>;
  format: RowsFormat;
  /** Whether the rows are a list in a JSON body. */
  isList?: true;
  bytes: number;
  /** SHA-256 of the content. */
  digest: string;
  /** What of the file was left out or guessed. */
  warnings: readonly BatchWarning[];
};

type Checking = { accountId: string; batchId: string; path: string };

/**
 * Checks the options of a batch, and its columns with the first row. Throws all their faults together; rows
 * are checked later.
 */
export async function planBatch(
  context: SessionContext,
  received: ReceivedBatch,
  { accountId, batchId, path }: Checking,
): Promise<Omit<NewBatch, 'rowsKey'>> {
  const { options: request, format, bytes } = received;
  const parsed = optionsShape.safeParse(request, withNearestFields());
  const faults: Fault[] = [];
  const { mapping, faults: mappingFaults } = await mappingOf(context, accountId, request);
  faults.push(...mappingFaults);
  const versionId = request['template_style_version_id'] ?? mapping?.['template_style_version_id'];
  if (versionId === undefined)
    faults.push(
      fault('invalid_request', expected('the id of a template style version', VERSION, undefined), {
        pointer: VERSION,
      }),
    );
  const naming = { template_style_version_id: versionId };
  const lookup = await findVersion(context, { accountId }, naming, VERSION);
  faults.push(...lookup.faults);
  const { version } = lookup;
  const outputs = settleOutputs(
    request['output'],
    version,
    await context.config.missingEncoders?.(),
  );
  faults.push(...outputs.faults);
  const shape = parsed.success ? [] : zodFaults(parsed.error.issues, request);
  const { mapping_id: _, ...options } = { ...parsed.data, ...(mapping && { mapping }) };
  const { first, faults: rowFaults } = await firstRow(context, received, path, batchId);
  faults.push(...rowFaults);
  if (version && parsed.success && first)
    faults.push(
      ...columnFaults(version, options as BatchOptions, first, format.kind !== 'json_lines'),
    );
  if (!parsed.success || !version || faults.length > 0)
    throw AppError.fromFaults(joinFaults(shape, faults));
  const { sessionTtlSeconds: ttl } = context.config;
  return {
    id: batchId,
    accountId,
    templateStyleVersionId: version.id,
    title: options.title ?? 'Batch',
    render: options.render ?? 'final',
    priority: options.priority ?? 'batch',
    externalId: options.external_id ?? null,
    metadata: options.metadata ?? {},
    invalidRows: options.invalid_rows ?? 'stop',
    startsItself: options.start ?? true,
    rowsFormat: format,
    storedBytes: bytes,
    expiresAtMs: ttl === 0 ? null : context.clock.nowMs() + ttl * 1000,
    options,
    warnings: [...received.warnings, ...warningsOf(options.mapping, version)],
  };
}

const VERSION = '/template_style_version_id';

/** Returns a warning for each entry of a mapping of another version that this version does not have. */
function warningsOf(
  mapping: Record<string, unknown> | undefined,
  version: TemplateVersion,
): BatchWarning[] {
  const versionId = mapping?.['template_style_version_id'] ?? version.id;
  return mapping && versionId !== version.id ? withoutIgnored(mapping, version).warnings : [];
}

/** Returns the mapping of all rows: that of the request, or a copy of a stored one. */
async function mappingOf(
  context: SessionContext,
  accountId: string,
  { mapping, mapping_id: id }: Record<string, unknown>,
): Promise<{ mapping?: Record<string, unknown>; faults: Fault[] }> {
  const refuse = (message: Wording, hint: string) => ({
    faults: [fault('invalid_request', message, { pointer: '/mapping_id', hint })],
  });
  if (id === undefined) {
    const isObject = typeof mapping === 'object' && mapping !== null;
    return { ...(isObject && { mapping: mapping as Record<string, unknown> }), faults: [] };
  }
  if (mapping !== undefined)
    return refuse('Expected one of mapping and mapping_id but received both.', 'Send only one.');
  const storedMapping =
    typeof id === 'string' ? await context.db.mappings.findIn(accountId, id) : undefined;
  if (!storedMapping?.isStored)
    return refuse(
      expected('the id of a stored mapping', '/mapping_id', id),
      'Create a mapping with POST /v2/mappings.',
    );
  const lost = lostAddresses(storedMapping.body);
  if (lost.length > 0) throw AppError.fromFaults(lost);
  return { mapping: storedMapping.body, faults: [] };
}

/** Returns the first row, which has the names of the columns, or the faults of the start of the rows. */
async function firstRow(
  { vault }: SessionContext,
  { format, isList }: ReceivedBatch,
  path: string,
  batchId: string,
): Promise<{ first?: RawRow; faults: readonly Fault[] }> {
  const text = openEncryptedText(path, vault, batchId);
  try {
    for await (const row of readRows(text, format)) return { first: row, faults: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rows_unreadable') throw error;
    if (!isList) return { faults: error.faults };
  }
  const [message, details] = isList
    ? ['The list of rows is empty.', { pointer: '/rows', hint: 'Send at least one row.' }]
    : ['The file has no rows.', { hint: HEADER_FIRST }];
  return { faults: [fault('rows_unreadable', message, details)] };
}

const HEADER_FIRST = 'Write the names of the columns into the first line, and the rows below.';

/**
 * Returns the faults of the columns of the first row, and of renames to unknown names. For JSON, missing
 * entries are not reported here: each row may have other fields.
 */
function columnFaults(
  version: TemplateVersion,
  options: BatchOptions,
  { values, fault: unreadable }: RawRow,
  isTable: boolean,
): Fault[] {
  const editables = version.editables as Editables;
  const columns = columnsOf(editables, options.columns);
  const base = baseOf(options.mapping, version, version.id);
  const takesExamples = base.missing === 'example';
  // Rows of JSON may have different fields. Each row is checked for missing entries itself.
  const isFilled = (name: string) =>
    !isTable ||
    (takesExamples && editables[name]?.has_example !== false) ||
    Object.hasOwn(base.resources ?? {}, name) ||
    Object.hasOwn(base.audio_tracks ?? {}, name);
  if (unreadable && !isTable) return [];
  const faults = headerFaults(Object.keys(values), columns, editables, isFilled);
  const renamed = Object.entries(options.columns ?? {}).flatMap(([from, to]) => {
    const target = columns.targetOf(from);
    return target.kind === 'unknown' && !Object.hasOwn(values, from)
      ? [
          {
            ...target.fault,
            pointer: jsonPointer('columns', from),
            ...hinted(say`Check ${JSON.stringify(to)} in "columns".`),
          },
        ]
      : [];
  });
  return [...faults, ...renamed];
}
