import { dirname } from 'node:path';
import { build, type Rolldown } from 'vite';

/** Bundles and minifies a module that uses the client, as a page would. Returns its only file. */
export async function bundleClient(path: string): Promise<string> {
  const output = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    root: dirname(path),
    resolve: { conditions: ['framepress-source', 'browser', 'import', 'default'] },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: {
        input: path,
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  });
  const [file, ...others] = (output as Rolldown.RolldownOutput).output;
  if (others.length > 0) throw new Error('Expected a bundle of one file.');
  return file.code;
}
