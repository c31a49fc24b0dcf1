import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { expect, test } from 'vitest';
import { addSession, temporaryDatabase } from './database.fixture.ts';
import { jobsOf } from './jobs.ts';
import type { Connection } from './open.ts';
import { connectPostgres } from './postgres/connect.ts';
import { IS_POSTGRES } from './test-database.fixture.ts';

const FEW = 100;
const MANY = 20_000;
const KINDS = ['import', 'fetch', 'render', 'deliver'];

/** Copies the session rs_1, which waits, so often. */
function addWaiting(db: Connection, count: number) {
  return sql`
    insert into render_sessions (id, account_id, mapping_id, template_style_version_id, title, render,
      status, phase, progress, errors, warnings, fit, source_uploads, fonts, thumbnails, output,
      timings, metadata, created_at, updated_at, attempt, queued_at, is_batch, has_inputs)
    select 'rs_1_' || ${sql.lit(count)} || '_' || n, account_id, mapping_id,
      template_style_version_id, title, render, status, phase, progress, errors, warnings, fit,
      source_uploads, fonts, thumbnails, output, timings, metadata, n, n, 1, n, n % 2, n % 2
    from render_sessions, generate_series(1, ${sql.lit(count)}) as n where id = 'rs_1'`.execute(db);
}

/** Returns the pages that the queries of `work` read. */
async function pagesRead(db: Connection, work: (db: Connection) => Promise<unknown>) {
  const nodes: RootOperationNode[] = [];
  const recording: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(recording));
  let pages = 0;
  for (const node of nodes) {
    const query = db.getExecutor().compileQuery(node, { queryId: 'explained' });
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain (analyze, buffers) ${query.sql}`, [...query.parameters]),
    );
    // The first line with buffers counts those of the lines below it.
    const line = rows.map((row) => row['QUERY PLAN']).find((text) => text.includes('Buffers:'));
    for (const [, pageCount] of (line ?? '').matchAll(/(?:hit|read)=(\d+)/g))
      pages += Number(pageCount);
  }
  return pages;
}

test.runIf(IS_POSTGRES)(
  'the pending jobs are read from an index, however many sessions wait',
  async () => {
    await using t = await temporaryDatabase();
    await addSession(t.db);
    const db = connectPostgres(t.path, 1);
    const readPending = async () => {
      await sql`vacuum analyze render_sessions`.execute(db);
      const pending = await pagesRead(db, (connection) =>
        jobsOf(connection, () => 0).pending(KINDS, FEW),
      );
      const first = await jobsOf(db, () => 0).pending(KINDS, FEW);
      return { pending, count: first.length };
    };
    await addWaiting(db, 2 * FEW);
    const few = await readPending();
    await addWaiting(db, MANY);
    const many = await readPending();
    await db.destroy();
    expect(few.pending).toBeGreaterThan(0);
    expect(few.count).toBe(2 * FEW + 1);
    expect(many.count).toBe(2 * FEW + 1);
    // With the import of the version. Each job is one row, which may be in a page of its own.
    expect(many.pending).toBeLessThan(few.pending + 3 * FEW);
  },
);
