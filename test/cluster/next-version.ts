import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['bin', 'scripts', 'src', 'package.json'];
/** The bundles of this version. */
const LEFT_OUT = 'dist';

/**
 * Writes a copy of the source whose compositor has a higher version, whose encoder makes other bytes, and which
 * has one more migration. Returns its program.
 */
export async function makeNextVersion(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of await readdir(ROOT)) {
    if (COPIED.includes(name)) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    else if (!name.startsWith('.') && name !== LEFT_OUT)
      await symlink(join(ROOT, name), join(folder, name));
  }
  const change = async (path: string, pattern: RegExp, by: string) => {
    const file = join(folder, 'src', path);
    const text = await readFile(file, 'utf8');
    const changed = text.replace(pattern, by);
    if (changed === text) throw new Error(`${path} has no ${pattern}`);
    await writeFile(file, changed);
  };
  await change('render/segment.ts', /(?<=COMPOSITOR_VERSION = )\d+/, '999');
  await change('raster/encoder.ts', /(?<=\bcrf: )\d+/g, '40');
  const statements = `alter table render_sessions add column next_column text not null default '';
create table next_table (id text primary key);
`;
  const migration = ` '9999_next': { up: (db) => runStatements(db, ${JSON.stringify(statements)}) },`;
  await change('database/migrations.ts', /(?<=export const MIGRATIONS: .* = \{)/, migration);
  return join(folder, 'bin/framepress');
}
