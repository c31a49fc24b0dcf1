import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { entriesBelow } from '../../src/system/index.ts';
import { bucketFiles } from './bucket-files.ts';
import type { Json } from './client.ts';
import { folderFiles, type StoredFiles } from './stored-files.ts';
import { isCluster, newEnvironment } from './test-services.ts';

type Value = string | number | null;

/**
 * Where the service of a data folder has its rows and files: in the folder itself or, when the tests run on a
 * cluster, in a database and a bucket of its own.
 */
export type Place = {
  /** Variables for processes and commands of the service. Empty on one machine. */
  environment: Record<string, string>;
  /** Runs a statement, whose parameters are question marks. */
  query(sql: string, ...values: Value[]): Promise<Json[]>;
  files: StoredFiles;
};

const places = new Map<string, Promise<Place>>();

/** Returns the data folders of a service's processes. */
export async function processFolders(dataDir: string): Promise<string[]> {
  if (!isCluster) return [dataDir];
  const names = await readdir(dataDir);
  return names
    .filter((name) => /^(?:api|worker)-\d+$/.test(name))
    .map((name) => join(dataDir, name));
}

/** Returns the paths, at any depth, below a folder that each process of a service has in its data folder. */
export async function entriesOf(dataDir: string, name: string): Promise<string[]> {
  const paths: string[] = [];
  for (const one of await processFolders(dataDir)) {
    const folder = join(one, name);
    for (const entry of await entriesBelow(folder))
      paths.push(relative(folder, join(entry.parentPath, entry.name)));
  }
  return paths;
}

/** Returns the place of a data folder, always the same. */
export function placeOf(dataDir: string): Promise<Place> {
  const place = places.get(dataDir) ?? newPlace(dataDir);
  places.set(dataDir, place);
  return place;
}

/** Says where a service that others have started has its rows and files. */
export function setPlace(dataDir: string, environment: Record<string, string>): void {
  places.set(dataDir, Promise.resolve(placeWith(dataDir, environment)));
}

async function newPlace(dataDir: string): Promise<Place> {
  return placeWith(dataDir, await newEnvironment());
}

function placeWith(dataDir: string, environment: Record<string, string>): Place {
  const { DATABASE_URL: url } = environment;
  if (url === undefined) {
    const files = folderFiles(join(dataDir, 'files'));
    return { environment, files, query: sqliteQuery(join(dataDir, 'framepress.sqlite')) };
  }
  return { environment, query: postgresQuery(url), files: bucketFiles(environment) };
}

function sqliteQuery(path: string): Place['query'] {
  return async (sql, ...values) => {
    using file = new DatabaseSync(path, { timeout: 10_000 });
    return file.prepare(sql).all(...values);
  };
}

const INT8 = 20;

function postgresQuery(url: string): Place['query'] {
  return async (sql, ...values) => {
    let count = 0;
    const text = sql.replaceAll('?', () => `$${++count}`);
    const client = new pg.Client({ connectionString: url });
    client.setTypeParser(INT8, Number);
    await client.connect();
    try {
      return (await client.query<Json>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
}
