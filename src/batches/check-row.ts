import { defined, type Fault, fault, newId, say, zodFaults } from '../base/index.ts';
import {
  type Batch,
  type CheckedRow,
  type NewSession,
  placeFault,
  type RowTarget,
  type TemplateVersion,
} from '../database/index.ts';
import { lostAddresses } from '../secrets/index.ts';
import {
  checkContent,
  createRequest,
  findVersion,
  MAX_MAPPING_BYTES,
  type PlannedTarget,
  planSession,
  type SessionContext,
  withoutIgnored,
} from '../sessions/index.ts';
import { sha256 } from '../system/index.ts';
import type { Editables } from '../template/index.ts';
import type { BatchOptions } from './batch-options.ts';
import { type Columns, columnsOf, hintsOfBatch } from './columns.ts';
import { type BaseMapping, rowRequest } from './row-request.ts';

export type RowOwner = Pick<
  Batch,
  'id' | 'accountId' | 'title' | 'templateStyleVersionId' | 'render' | 'priority' | 'metadata'
> & { createdBy?: Batch['createdBy'] };

/** Faults of a row that are stored; a batch with many faults stores fewer. */
const MAX_ROW_FAULTS = 5;
/** 16 bytes: two targets of a batch never have the same digest by chance. */
const DIGEST_CHARACTERS = 32;

type Found = { version?: TemplateVersion; faults: Fault[]; columns: Columns; base: BaseMapping };

const fieldsShape = createRequest.pick({
  title: true,
  external_id: true,
  metadata: true,
  output: true,
  external_uploads: true,
});

/**
 * Checks a row of a batch as the API checks a session. Returns the row as it is stored and, without faults, the
 * session that renders it.
 */
export type CheckRow = (
  row: number,
  values: Record<string, unknown>,
) => Promise<{ checked: CheckedRow; session?: NewSession }>;

/** Returns the check for the rows of a batch. */
export async function rowChecker(context: SessionContext, batch: Batch): Promise<CheckRow> {
  const checker = new RowChecker(context, batch, await context.db.batches.optionsOf(batch.id));
  return (row, values) => checker.check(row, values);
}

/** Checks the rows of one batch like the mappings of sessions. */
export class RowChecker {
  readonly #context: SessionContext;
  readonly #owner: RowOwner;
  readonly #options: BatchOptions;
  /** The column with the version of a row. */
  readonly #versionColumn: string;
  /** Versions by id, with the meaning of the columns for each. */
  readonly #versions = new Map<string, Promise<Found>>();
  readonly #hints = hintsOfBatch();

  constructor(context: SessionContext, owner: RowOwner, options: BatchOptions) {
    this.#context = context;
    this.#owner = owner;
    this.#options = options;
    const columns = Object.entries(options.columns ?? {});
    this.#versionColumn = columns.find(([, field]) => field === VERSION)?.[0] ?? VERSION;
  }

  /**
   * Checks a row without fetching its media. Returns the row as it is stored and, without faults, the session
   * that renders it.
   */
  async check(
    row: number,
    values: Record<string, unknown>,
  ): Promise<{ checked: CheckedRow; session?: NewSession }> {
    const { accountId, id: batchId, render, priority, createdBy = null } = this.#owner;
    const rowVersion = await this.#versionOf(values);
    const { version, columns, base } = rowVersion;
    const request = rowRequest(values, columns, base, this.#hints);
    const { template_style_version_id: _, ...rowFields } = request.fields;
    const body = this.#bodyOf(row, rowFields);
    const parsed = fieldsShape.safeParse(body);
    const mapping = { template_style_version_id: version?.id ?? '', ...request.mapping };
    const content = version && (await checkContent(this.#context, version, mapping));
    const { session, ...planned } = await planSession(this.#context, {
      id: newId('rs'),
      accountId,
      batchId,
      batchRow: row,
      createdBy,
      body,
      fields: parsed.data && { ...parsed.data, render, priority },
      content: { version, mapping, parsed: content?.mapping, warnings: [] },
    });
    const faults = [
      ...(parsed.success ? [] : zodFaults(parsed.error.issues, body)),
      ...rowVersion.faults,
      ...planned.faults,
      ...lostAddresses(mapping),
      ...sizeFaults(mapping),
      ...(content?.faults ?? []),
    ];
    const rowFaults = [
      ...request.faults.map((requestFault) => ({ ...requestFault, row })),
      ...faults.map((rowFault) =>
        placeFault(ofAllOutputs(rowFault, rowFields), row, request.columnAt),
      ),
    ];
    const checked = {
      row,
      values,
      title: parsed.data?.title ?? this.#owner.title,
      externalId: parsed.data?.external_id ?? null,
      faults: rowFaults.slice(0, MAX_ROW_FAULTS),
      faultCount: rowFaults.length,
      targets: this.#targetsOf(row, planned.targets, request.columnAt),
    };
    return rowFaults.length === 0 && session ? { checked, session } : { checked };
  }

  /** The targets that a row uploads to after its render. */
  #targetsOf(
    row: number,
    targets: readonly PlannedTarget[],
    columnAt: ReadonlyMap<string, string>,
  ): RowTarget[] {
    return targets
      .filter(({ render }) => !render || render === this.#owner.render)
      .map(({ target, pointer: at }) => {
        const { column, pointer } = placeFault(
          fault('target_invalid', '', { pointer: at }),
          row,
          columnAt,
        );
        const digest = sha256(target).slice(0, DIGEST_CHARACTERS);
        return { digest, column, ...defined({ pointer }) };
      });
  }

  /** The fields of the batch with those of the row, which take precedence. */
  #bodyOf(row: number, rowFields: Record<string, unknown>) {
    const { output, external_uploads: uploads } = this.#options;
    const ownOutput = rowFields['output'] as object | undefined;
    return {
      title: rowFields['title'] ?? ownTitle(this.#owner.title, row),
      ...defined({ external_id: rowFields['external_id'] }),
      metadata: { ...this.#owner.metadata, ...(rowFields['metadata'] as object | undefined) },
      output: Array.isArray(ownOutput)
        ? ownOutput
        : ownOutput
          ? Array.isArray(output)
            ? output.map((batchOutput) => ({ ...batchOutput, ...ownOutput }))
            : { ...output, ...ownOutput }
          : (output ?? {}),
      external_uploads: rowFields['external_uploads'] ?? uploads ?? [],
    };
  }

  /**
   * Returns the version that renders a row, the row's own or that of the batch, with the meaning of its
   * columns. The first `MAX_VERSIONS` versions of a batch are kept.
   */
  #versionOf(values: Readonly<Record<string, unknown>>): Promise<Found> {
    const { templateStyleVersionId } = this.#owner;
    const cell = values[this.#versionColumn];
    const isOwn = typeof cell === 'string' && cell.trim() !== '';
    const id = isOwn ? cell.trim() : templateStyleVersionId;
    const cached = this.#versions.get(id);
    if (cached) return cached;
    const result = this.#readVersion(id);
    if (this.#versions.size < MAX_VERSIONS) this.#versions.set(id, result);
    return result;
  }

  /**
   * Reads a version. One that cannot be used gives faults, and only the columns of fields then have a meaning.
   */
  async #readVersion(id: string): Promise<Found> {
    const { accountId } = this.#owner;
    const naming = { template_style_version_id: id };
    const pointer = `/${VERSION}`;
    const { version, faults } = await findVersion(this.#context, { accountId }, naming, pointer);
    const editables = (version?.editables ?? {}) as Editables;
    const { templateStyleVersionId: usual } = this.#owner;
    const base = baseOf(this.#options.mapping, version, usual);
    const columns = columnsOf(editables, this.#options.columns, this.#hints);
    // Without its version, nothing is known about the columns of editables.
    if (!version) return { faults, columns: onlyFields(columns), base };
    return { version, faults, columns, base };
  }
}

/** A column such as `output.width` changes all outputs of the batch. */
function ofAllOutputs(rowFault: Fault, { output }: Record<string, unknown>): Fault {
  if (output === undefined || Array.isArray(output) || !rowFault.pointer) return rowFault;
  return { ...rowFault, pointer: rowFault.pointer.replace(/^\/output\/\d+/, '/output') };
}

/** The columns of a row whose version is unknown: its fields, so that a fault of the version has its column. */
function onlyFields({ targetOf }: Columns): Columns {
  return {
    targetOf: (column) => {
      const target = targetOf(column);
      return target.kind === 'field' ? target : { kind: 'ignored' };
    },
  };
}

/** The title of a row without one: that of the batch, shortened between two characters, and the row's number. */
function ownTitle(title: string, row: number): string {
  const end = ` ${row}`;
  const start = title.slice(0, MAX_TITLE - end.length).replace(/[\ud800-\udbff]$/, '');
  return start + end;
}

const MAX_TITLE = 500;
const VERSION = 'template_style_version_id';
const MAX_VERSIONS = 100;

/**
 * The mapping of the batch. For another version than its own, by default `usual`, entries of editables that
 * the version does not have are left out.
 */
export function baseOf(
  mapping: BatchOptions['mapping'],
  version: TemplateVersion | undefined,
  usual: string,
): BaseMapping {
  const { template_style_version_id: versionId = usual, ...base } = mapping ?? {};
  if (!version || versionId === version.id) return base as BaseMapping;
  return withoutIgnored(base, version).mapping as BaseMapping;
}

/** Returns a fault for a mapping that the API would reject because of its size. */
function sizeFaults(mapping: object): Fault[] {
  const bytes = Buffer.byteLength(JSON.stringify(mapping));
  if (bytes <= MAX_MAPPING_BYTES) return [];
  const message = say`Expected a mapping of at most ${MAX_MAPPING_BYTES} bytes but the row has one of ${bytes}.`;
  return [fault('payload_too_large', message, { pointer: '/mapping' })];
}
