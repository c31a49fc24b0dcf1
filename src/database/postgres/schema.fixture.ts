import { DatabaseSync } from 'node:sqlite';
import { run } from '../../../test/support/postgres.ts';

/** Returns the definitions of everything in a file of SQLite, without blanks and quotes of names. */
export function definitionsIn(path: string): string[] {
  using file = new DatabaseSync(path, { readOnly: true });
  const query = `select type || ' ' || name || coalesce(': ' || sql, '') as definition
    from sqlite_master order by type, name`;
  return file
    .prepare(query)
    .all()
    .map(({ definition }) =>
      String(definition)
        .replaceAll(/[\s"]+/g, '')
        .toLowerCase(),
    );
}

/**
 * Returns what both database systems have of a file of SQLite: columns with types and defaults, keys, references,
 * indexes, numbers of checks, and triggers.
 */
export function sqliteSchema(path: string): Schema {
  using file = new DatabaseSync(path, { readOnly: true });
  return sorted(SQLITE.flatMap((query) => file.prepare(query).all()));
}

/** Returns the same of a database of PostgreSQL. Texts that are not ordered by their bytes have another type. */
export async function postgresSchema(url: string): Promise<Schema> {
  const results: Row[][] = [];
  for (const query of POSTGRES) results.push((await run(url, query)).rows as Row[]);
  return sorted(results.flat());
}

/** Returns the text of the functions in a database of PostgreSQL, without blanks. */
export async function functionsIn(url: string): Promise<string[]> {
  const query = `select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace order by proname`;
  const { rows } = await run(url, query);
  return (rows as Row[]).map(({ text }) => String(text).replaceAll(/\s+/g, ''));
}

type Row = Record<string, unknown>;
type Schema = string[];

function sorted(rows: readonly Row[]): Schema {
  return rows.map((row) => Object.values(row).join(' ')).sort();
}

const TABLES = `(select name, sql from sqlite_master where type = 'table' and name not like 'kysely%') t`;
const SQLITE = [
  `select 'column', t.name as owner, c.name,
      replace(replace(lower(c.type), 'real', 'double precision'), 'varchar', 'character varying'),
      case when c."notnull" or c.pk then 'not null' end, c.dflt_value,
      case when c.hidden then 'generated' end
    from ${TABLES} join pragma_table_xinfo(t.name) c`,
  `select 'primary key', t.name, group_concat(c.name order by c.pk)
    from ${TABLES} join pragma_table_info(t.name) c where c.pk > 0 group by t.name`,
  `select 'reference', t.name, f."from", f."table", lower(f.on_delete)
    from ${TABLES} join pragma_foreign_key_list(t.name) f`,
  `select case when i.origin = 'u' then 'unique' else 'index ' || i.name end, t.name,
      case when i."unique" then 'unique' end, case when i.partial then 'partial' end,
      (select group_concat(coalesce(c.name, 'expression')) from pragma_index_info(i.name) c)
    from ${TABLES} join pragma_index_list(t.name) i where i.origin <> 'pk'`,
  `select 'check', t.name from ${TABLES} where t.sql like '% check (%'`,
  `select 'trigger', tbl_name, name from sqlite_master where type = 'trigger'`,
];

const OWN = `r.relnamespace = 'public'::regnamespace and r.relname not like 'kysely%'`;
const COLUMNS = (numbers: string, table: string) =>
  `(select string_agg(coalesce(a.attname, 'expression'), ',' order by k.position)
    from unnest(${numbers}) with ordinality k (number, position)
    left join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number)`;
const POSTGRES = [
  `select 'column' as kind, r.relname, a.attname,
      format_type(a.atttypid, a.atttypmod) || case when c.collname <> 'C' then ' of ' || c.collname else '' end as type,
      case when a.attnotnull then 'not null' end as needed,
      case when a.attgenerated = '' then
        regexp_replace(pg_get_expr(d.adbin, d.adrelid), '::[a-z ]+$', '') end as preset,
      case when a.attgenerated <> '' then 'generated' end as generated
    from pg_class r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
      left join pg_collation c on c.oid = a.attcollation
    where r.relkind = 'r' and ${OWN}`,
  `select 'primary key', r.relname, ${COLUMNS('c.conkey', 'r.oid')}
    from pg_constraint c join pg_class r on r.oid = c.conrelid where c.contype = 'p' and ${OWN}`,
  `select 'reference', r.relname, ${COLUMNS('c.conkey', 'r.oid')}, c.confrelid::regclass,
      case c.confdeltype when 'c' then 'cascade' else 'no action' end
    from pg_constraint c join pg_class r on r.oid = c.conrelid where c.contype = 'f' and ${OWN}`,
  `select case when c.contype = 'u' then 'unique' else 'index ' || i.indexrelid::regclass end, r.relname,
      case when i.indisunique then 'unique' end as "unique",
      case when i.indpred is not null then 'partial' end as partial,
      ${COLUMNS('i.indkey::smallint[]', 'r.oid')}
    from pg_index i join pg_class r on r.oid = i.indrelid
      left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where not i.indisprimary and ${OWN}`,
  `select 'check', r.relname
    from pg_constraint c join pg_class r on r.oid = c.conrelid where c.contype = 'c' and ${OWN}`,
  `select 'trigger', r.relname, t.tgname from pg_trigger t join pg_class r on r.oid = t.tgrelid
    where not t.tgisinternal and ${OWN}`,
];
