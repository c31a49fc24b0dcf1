import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type RepositoryFile = { path: string; text: string };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEXT = /\.(ts|js|cjs|mjs|md|json|sh|c|py|ya?ml)$|(^|\/)(run|framepress)$/;

/** Returns the tracked text files of the repository, without the lock file. */
export function repositoryFiles(): RepositoryFile[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return list
    .split('\n')
    .filter((path) => TEXT.test(path) && path !== 'package-lock.json')
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(ROOT + path, 'utf8') }];
      } catch {
        // Deleted in the working tree.
        return [];
      }
    });
}
