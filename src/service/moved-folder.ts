import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import { storageError } from '../system/index.ts';

const NAME = 'moved.json';

/** Marks a data folder whose data are now in a database and a store. The password is left out. */
export async function markMoved(
  dataDir: string,
  { database, storage }: { database: string; storage: string },
) {
  const url = new URL(database);
  url.password = '';
  url.searchParams.delete('password');
  const to = { database: url.href, storage };
  await writeFile(join(dataDir, NAME), `${JSON.stringify(to)}\n`);
}

/** Throws `config_invalid` for a folder whose data were moved: a service on it would show an old state. */
export async function requireNotMoved(dataDir: string): Promise<void> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw storageError(error);
  });
  if (text === undefined) return;
  throw new AppError(
    'config_invalid',
    `The data of the folder ${dataDir} were moved${placesIn(text)}.`,
    {
      hint: `Set DATABASE_URL and FRAMEPRESS_STORAGE. To use the folder as it was before the move, remove ${NAME} from it.`,
    },
  );
}

/** The file is incomplete when the disk was full, or the machine lost its power. */
function placesIn(text: string): string {
  try {
    const { database, storage } = JSON.parse(text) as Record<string, unknown>;
    return typeof database === 'string' && typeof storage === 'string'
      ? ` to ${database} and ${storage}`
      : '';
  } catch {
    return '';
  }
}
