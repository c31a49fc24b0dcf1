import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, run, startPostgres } from '../../../test/support/postgres.ts';
import { startProxy } from '../../../test/support/proxy.ts';
import { isAway, stubbornly } from '../../system/index.ts';
import { addSession, temporaryDatabase } from '../database.fixture.ts';
import { EVENT_FORMS } from '../event-forms.fixture.ts';
import { DEFAULT_ACCOUNT, openDatabase } from '../index.ts';
import { MIGRATIONS, oldSteps } from '../migrations.ts';
import { atomically, atomicallyUnsynced } from '../open.ts';
import { connectPostgres, migratePostgres, requireMigrated } from './connect.ts';
import { commitError, startError } from './problems.ts';
import { functionsIn, postgresSchema, sqliteSchema } from './schema.fixture.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('migrations', () => {
  test('run once, although several processes start', async () => {
    const url = await server.createEmptyDatabase();
    const ran = await Promise.all([1, 2, 3].map(() => migratePostgres(url)));
    expect(ran.flat().sort()).toEqual(Object.keys(MIGRATIONS).sort());
    await using db = await openDatabase(url, EVENT_FORMS);
    expect(await db.accounts.find(DEFAULT_ACCOUNT)).toMatchObject({ name: 'default' });
  });

  test('that fail leave the database as it was', async () => {
    const url = await server.createEmptyDatabase();
    await run(url, 'create table idempotency_keys (x integer)');
    await expect(migratePostgres(url)).rejects.toThrow('"idempotency_keys" already exists');
    const tables = `select table_name from information_schema.tables
      where table_schema = 'public' and table_name not like 'kysely%'`;
    expect((await run(url, tables)).rows).toEqual([{ table_name: 'idempotency_keys' }]);
    await run(url, 'drop table idempotency_keys');
    expect(await migratePostgres(url)).toEqual(Object.keys(MIGRATIONS));
  });

  test('of a newer version are refused', async () => {
    const url = await server.createDatabase();
    await run(url, `insert into kysely_migration values ('9999_later', '')`);
    await expect(openDatabase(url, EVENT_FORMS)).rejects.toMatchObject({
      code: 'config_invalid',
      message: 'The database was used by a newer version of Framepress.',
    });
  });

  test('of an older version are not run by a command', async () => {
    const url = await server.createEmptyDatabase();
    // A command before the first start.
    await requireMigrated(url);
    await requireMigrated(url);
    const newer = { ...MIGRATIONS, '9998_later': { up: async () => undefined } };
    await expect(requireMigrated(url, newer)).rejects.toMatchObject({
      code: 'config_invalid',
      message: 'The tables of the database are older than this version of Framepress.',
      details: { hint: 'Run framepress migrate, or start the service.' },
    });
    expect(await migratePostgres(url, newer)).toEqual(['9998_later']);
    await requireMigrated(url, newer);
    await expect(requireMigrated(url)).rejects.toThrow('used by a newer version');
  });

  test('make the tables of SQLite', async () => {
    await using file = await temporaryDatabase();
    const url = await server.createDatabase();
    expect(await postgresSchema(url)).toEqual(sqliteSchema(file.path));
  });

  test('of an older version make the tables of a new one', async () => {
    const created = await server.createDatabase();
    const old = await server.createDatabase();
    const later = Object.keys(await oldSteps()).filter((name) => name > '0040_origins');
    const earlier = Object.keys(await oldSteps()).filter((name) => !later.includes(name));
    await run(
      old,
      `alter table template_style_versions drop late_starts, drop package_fonts, drop captions;
      drop table account_removals;
      alter table accounts drop deleted_at;
      alter table studio_codes drop person_id;
      alter table render_sessions drop copy_id, drop created_by, drop ended_at;
      alter table batches drop created_by;
      update accounts set created_at = 0;
      delete from kysely_migration;
      insert into kysely_migration values ${earlier.map((name) => `('${name}', '')`).join(', ')}`,
    );
    expect(await migratePostgres(old)).toEqual([...later, ...Object.keys(MIGRATIONS)]);
    expect(await postgresSchema(old)).toEqual(await postgresSchema(created));
    expect(await functionsIn(old)).toEqual(await functionsIn(created));
    await using db = await openDatabase(old, EVENT_FORMS);
    const { createdAtMs = 0 } = (await db.accounts.find(DEFAULT_ACCOUNT)) ?? {};
    expect(createdAtMs).toBeGreaterThan(0);
  });

  test('make the functions and counters of SQLite', async () => {
    const url = await server.createDatabase();
    const { rows } = await run(
      url,
      `select fold_case('straße ς ${'e\u0301'} Ürün İ हिन्दी が') as folded`,
    );
    expect(rows).toEqual([{ folded: 'STRASSE Σ E URUN I हिन्दी が' }]);
    await using db = await openDatabase(url, EVENT_FORMS);
    await addSession(db);
    expect(await db.renderSessions.find('rs_1')).toMatchObject({ title: 'A title ' });
  });
});

describe('transactions', () => {
  test('that conflict are repeated, so that no change is lost', async () => {
    const db = connectPostgres(await server.createDatabase());
    const values = { accountId: DEFAULT_ACCOUNT, kind: 'render', seconds: 0, at: 0 };
    await db.insertInto('recentWork').values(values).execute();
    const add = (how: typeof atomically) =>
      how(db, async (tx) => {
        const row = await tx.selectFrom('recentWork').select('seconds').executeTakeFirstOrThrow();
        await tx
          .updateTable('recentWork')
          .set({ seconds: row.seconds + 1 })
          .execute();
      });
    const twenty = Array.from({ length: 20 });
    await Promise.all(twenty.flatMap(() => [add(atomically), add(atomicallyUnsynced)]));
    const row = await db.selectFrom('recentWork').select('seconds').executeTakeFirstOrThrow();
    expect(row.seconds).toBe(40);
    await db.destroy();
  });

  test('that read the same limit pass it only once', async () => {
    await using db = connectPostgres(await server.createDatabase());
    const hasBeenReadTwice = Promise.withResolvers<void>();
    let reads = 0;
    const addOnly = (kind: string) =>
      atomically(db, async (tx) => {
        const rows = await tx.selectFrom('recentWork').select('kind').execute();
        reads += 1;
        if (reads === 2) hasBeenReadTwice.resolve();
        await hasBeenReadTwice.promise;
        if (rows.length > 0) return;
        const values = { accountId: DEFAULT_ACCOUNT, kind, seconds: 0, at: 0 };
        await tx.insertInto('recentWork').values(values).execute();
      });
    await Promise.all([addOnly('render'), addOnly('import')]);
    expect(await db.selectFrom('recentWork').select('kind').execute()).toHaveLength(1);
  });

  test('call afterCommit once, and only of the attempt that was stored', async () => {
    await using db = await openDatabase(await server.createDatabase(), EVENT_FORMS);
    let attempts = 0;
    const called: number[] = [];
    await db.transaction(async (tx) => {
      attempts += 1;
      const attempt = attempts;
      tx.afterCommit(() => called.push(attempt));
      if (attempt === 1) throw Object.assign(new Error('conflict'), { code: '40001' });
    });
    expect(called).toEqual([2]);
  });
});

describe('a database that cannot be opened', () => {
  const problem = async (url: string): Promise<string> => {
    const error = await openDatabase(url, EVENT_FORMS).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      code: 'config_invalid',
      details: { hint: expect.any(String) as string },
    });
    return (error as Error).message;
  };

  test('says what is wrong', async () => {
    const url = new URL(server.url('postgres'));
    const withParts = (parts: Partial<URL>) => Object.assign(new URL(url), parts).href;
    expect(await problem(withParts({ port: '1' }))).toBe(
      'The database does not accept connections.',
    );
    expect(await problem(withParts({ hostname: 'no.invalid' }))).toMatch(
      /^The host of the database/,
    );
    expect(await problem(server.url('no_such'))).toBe('The database does not exist.');
    expect(await problem(`${url.href}?sslmode=verify-full`)).toMatch('does not use TLS');
    expect(await problem(`${url.href}?sslrootcert=/no/file.pem`)).toMatch(
      'file that DATABASE_URL names',
    );
    const ascii = `create database old encoding 'SQL_ASCII' locale 'C' template template0`;
    await run(url.href, ascii);
    expect(await problem(server.url('old'))).toMatch('encoding SQL_ASCII, not UTF8');
    await run(url.href, 'create role poor login');
    const empty = await server.createEmptyDatabase();
    const poor = Object.assign(new URL(empty), { username: 'poor' }).href;
    expect(await problem(poor)).toMatch('may not create tables in the schema framepress_queue');
    await run(empty, 'create schema framepress_queue authorization poor');
    expect(await problem(poor)).toMatch('too few privileges');
  });

  test('says that a password is missing', async () => {
    const url = new URL(server.url('postgres'));
    await run(url.href, `create role careful login password 'secret'`);
    const { rows } = await run(url.href, 'show hba_file');
    const rules = `('host all careful all scram-sha-256'), ('host all all all trust')`;
    await run(url.href, `copy (values ${rules}) to '${String(rows[0]?.['hba_file'])}'`);
    await run(url.href, 'select pg_reload_conf()');
    const careful = Object.assign(url, { username: 'careful' }).href;
    await expect.poll(() => problem(careful)).toBe('The database demands a password.');
  });

  test('says that a certificate is for another host', () => {
    const error = Object.assign(new Error('no'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(startError(error)).toMatchObject({
      message: "The certificate of the database's server is for another host.",
      details: { hint: 'Correct the host in DATABASE_URL to a name in the certificate.' },
    });
  });
});

test('a change whose COMMIT has no answer may have been stored, and is repeated', async () => {
  const url = new URL(await server.createDatabase());
  await using proxy = await startProxy(url.href);
  url.port = String(proxy.port);
  await using db = await openDatabase(url.href, EVENT_FORMS);
  let attempts = 0;
  const work = () =>
    db.transaction(async (tx) => {
      attempts += 1;
      await tx.clients.create('x');
      if (attempts > 1) return;
      // The COMMIT has been sent.
      setImmediate(() => proxy.split('reset'));
    });
  const unknown = await work().catch((error: unknown) => error);
  expect(unknown).toMatchObject({ code: 'internal', retryable: false });
  expect(isAway(unknown)).toBe(true);
  proxy.heal();
  await stubbornly(work);
  expect(attempts).toBe(2);
  const ended = commitError(Object.assign(new Error('ended'), { code: '57P01' }));
  expect(ended).toMatchObject({ code: 'unavailable' });
});

test('a lost connection is reported as unavailable, and the next query has another one', async () => {
  await using db = await openDatabase(await server.createDatabase(), EVENT_FORMS);
  await server.stop();
  const failed = { code: 'unavailable', status: 503 };
  await expect(db.ping()).rejects.toMatchObject(failed);
  await expect(db.transaction((tx) => tx.clients.create('x'))).rejects.toMatchObject(failed);
  await server.start();
  expect(await db.clients.list()).toEqual([]);
  const lost = db.transaction(async (tx) => {
    await tx.clients.create('x');
    await server.crash();
    await tx.clients.create('y');
  });
  await expect(lost).rejects.toMatchObject(failed);
  await server.start();
  expect(await db.clients.list()).toEqual([]);
});
