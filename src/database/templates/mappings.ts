import { sql } from 'kysely';
import type { AddressJson } from '../../secrets/index.ts';
import { includes, jsonItems } from '../dialect.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import { picked } from '../picked.ts';
import { preparedInsert } from '../prepared.ts';
import type { ListedMapping, NewMapping, StoredMapping } from './mapping.ts';

/** Bodies that are read at once. A body may have a megabyte. */
const READ_AT_ONCE = 50;

const insertMapping = preparedInsert('mappings');

/**
 * Returns the queries of mappings. `isStored`: a client created the mapping itself; else it belongs to a
 * session.
 */
export function mappingsOf(db: Connection, nowMs: () => number, json: AddressJson) {
  /**
   * Returns the stored text of a mapping if its content is `body`. The text itself cannot be compared,
   * because each encryption gives another text.
   */
  const storedText = async (accountId: string, id: string, body: NewMapping['body']) => {
    const row = await db
      .selectFrom('mappings')
      .select('body')
      .where('id', '=', id)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    const isSame = row && JSON.stringify(json.read(row.body, id)) === JSON.stringify(body);
    return isSame ? row.body : undefined;
  };
  return {
    /** Adds a mapping. Addresses in it are encrypted for its id. */
    async insert(mapping: NewMapping, isStored = false): Promise<void> {
      const timeMs = nowMs();
      await insertMapping(db, {
        ...picked(mapping, ['id', 'accountId', 'templateStyleVersionId']),
        body: json.write(mapping.body, mapping.id),
        parsed: mapping.parsed ? json.write(mapping.parsed, mapping.id) : null,
        isStored,
        createdAtMs: timeMs,
        updatedAtMs: timeMs,
      });
    },

    /**
     * Replaces the content of a mapping. With `previousBody`, only if the mapping still has that content; else
     * returns false.
     */
    async replace(
      { id, accountId, templateStyleVersionId, body, parsed }: NewMapping,
      previousBody?: NewMapping['body'],
    ): Promise<boolean> {
      const previousText = previousBody && (await storedText(accountId, id, previousBody));
      if (previousBody && previousText === undefined) return false;
      const { numUpdatedRows } = await db
        .updateTable('mappings')
        .set({
          templateStyleVersionId,
          body: json.write(body, id),
          parsed: parsed ? json.write(parsed, id) : null,
          updatedAtMs: nowMs(),
        })
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .$if(previousText !== undefined, (query) => query.where('body', '=', previousText ?? ''))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns the parsed form of a session's mapping; undefined for a session of an earlier version. */
    async parsedOf(id: string): Promise<unknown> {
      const row = await db
        .selectFrom('mappings')
        .select('parsed')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.parsed ? json.read(row.parsed, id) : undefined;
    },

    /** Returns a mapping of an account, its own or that of a session, with its addresses decrypted. */
    async findIn(accountId: string, id: string): Promise<StoredMapping | undefined> {
      const row = await db
        .selectFrom('mappings')
        .select(['id', 'accountId', 'templateStyleVersionId', 'body'])
        .select(['isStored', 'createdAtMs', 'updatedAtMs'])
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .executeTakeFirst();
      if (!row) return undefined;
      const body = json.read(row.body, id) as Record<string, unknown>;
      return { ...row, body, updatedAtMs: lastChange(row) };
    },

    /** The mappings that do not belong to a session, newest first. */
    async list(accountId: string, page: PageRequest): Promise<ListedMapping[]> {
      const query = db
        .selectFrom('mappings')
        .select(['id', 'templateStyleVersionId', 'createdAtMs', 'updatedAtMs'])
        .where('accountId', '=', accountId)
        .where('isStored', '=', true);
      const rows = await newestFirst(query, 'mappings', page).execute();
      return rows.map((row) => ({ ...row, updatedAtMs: lastChange(row) }));
    },

    /**
     * Counts the mappings of a version that fill one of these editables, without those of sessions whose
     * final is rendered.
     */
    async countFilling(versionId: string, editables: readonly string[]): Promise<number> {
      if (editables.length === 0) return 0;
      const keys = editables.map((name) => ({ text: `${JSON.stringify(name)}:` }));
      const candidates = await db
        .selectFrom('mappings')
        .select('id')
        .where('templateStyleVersionId', '=', versionId)
        // Much faster than reading all bodies; the text may also be in another place.
        .where(sql<boolean>`exists (
          select 1 from ${jsonItems(db, keys)} where ${includes(db, sql.ref('body'), sql`value ->> 'text'`)}
        )`)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('renderSessions')
                .select('renderSessions.id')
                .whereRef('mappingId', '=', 'mappings.id')
                .where('status', '=', 'final_rendered'),
            ),
          ),
        )
        .execute();
      let count = 0;
      for (let at = 0; at < candidates.length; at += READ_AT_ONCE) {
        const ids = candidates.slice(at, at + READ_AT_ONCE).map(({ id }) => id);
        const rows = await db
          .selectFrom('mappings')
          .select('body')
          .where('id', 'in', ids)
          .execute();
        count += rows.filter(({ body }) => fillsAny(body, editables)).length;
      }
      return count;
    },

    /** Removes a stored mapping. The mapping of a session is removed with the session. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('mappings').where('id', '=', id).where('isStored', '=', true).execute();
    },
  };
}

/** Mappings of earlier versions have no time of their last change. */
function lastChange({
  createdAtMs,
  updatedAtMs,
}: Pick<StoredMapping, 'createdAtMs' | 'updatedAtMs'>) {
  return Math.max(createdAtMs, updatedAtMs);
}

/** Whether a stored body fills one of these editables. Names are not encrypted, so nothing is decrypted. */
function fillsAny(body: string, editables: readonly string[]): boolean {
  const { resources = {}, audio_tracks = {} } = JSON.parse(body) as Record<string, object>;
  return editables.some(
    (name) => Object.hasOwn(resources, name) || Object.hasOwn(audio_tracks, name),
  );
}
