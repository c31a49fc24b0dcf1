import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The variable with the folder of the bundles for a process that runs from the sources. The set-up of the tests
 * sets it: a program starts from its bundle in 0.6 of the CPU time.
 */
const FOLDER = 'PROGRAMS_FOLDER';

/**
 * Returns the path of a program that a module starts in a process or a thread. `moduleUrl` is the
 * `import.meta.url` of that module, whose source has the program's source beside it. All bundles are in one folder.
 */
export function programFile(name: string, moduleUrl: string): string {
  const extension = extname(moduleUrl);
  const folder = process.env[FOLDER];
  if (extension === '.ts' && folder) return `${folder}/${name}.js`;
  return fileURLToPath(new URL(`./${name}${extension}`, moduleUrl));
}
