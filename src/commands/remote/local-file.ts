import { stat } from 'node:fs/promises';
import { AppError } from '../../base/index.ts';

/** Returns the size of a file to send. Throws `invalid_request` if it is no readable file. */
export async function sizeOfFile(path: string): Promise<number> {
  const facts = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new AppError('invalid_request', `The file ${path} ${reason}.`, {}, { cause });
  });
  if (facts.isFile()) return facts.size;
  throw new AppError('invalid_request', `Expected a file at ${path} but it is none.`);
}
