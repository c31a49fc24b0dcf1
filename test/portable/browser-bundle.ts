import { isBuiltin } from 'node:module';
import { basename, dirname } from 'node:path';
import { build, type Rolldown } from 'vite';
import { startChromium } from '../support/chromium.ts';

export type BrowserBundle = {
  /** Contents by file name. */
  files: ReadonlyMap<string, string | Uint8Array>;
  /** Imports of Node's own modules: the package or folder of the importer and the module. */
  nodeImports: readonly string[];
};

/** Bundles a module for browsers, as a page of an app would, under the name `entry.js`. */
export async function bundleForBrowser(path: string): Promise<BrowserBundle> {
  const nodeImports: string[] = [];
  const output = await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    root: dirname(path),
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: path,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'entry.js' },
      },
    },
    plugins: [
      {
        name: 'note-node-imports',
        enforce: 'pre',
        resolveId(source, importer = '') {
          if (isBuiltin(source)) nodeImports.push(`${basename(importer)} imports ${source}`);
          return null;
        },
      },
    ],
  });
  const { output: files } = output as Rolldown.RolldownOutput;
  return {
    files: new Map(
      files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
    ),
    nodeImports,
  };
}

/**
 * Calls a function of the bundle in Chromium and returns its result. Its arguments are `input` and a
 * function that fetches one of `downloads` by name.
 */
export async function callInChromium<Result>(
  { files }: BrowserBundle,
  name: string,
  input: unknown,
  downloads: ReadonlyMap<string, Uint8Array>,
): Promise<Result> {
  const origin = 'http://localhost';
  const browser = await startChromium('--disable-gpu');
  try {
    const page = await browser.newPage();
    await page.route(`${origin}/**`, (route) => {
      const path = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
      if (path === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
      const body = files.get(path) ?? downloads.get(path);
      if (body === undefined) return route.fulfill({ status: 404 });
      const contentType = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return route.fulfill({ contentType, body: Buffer.from(body) });
    });
    await page.goto(`${origin}/`);
    // As text, so that nothing of this file's own scope is called.
    return await page.evaluate<Result>(`(async () => {
      const bundle = await import('/entry.js');
      const download = async (name) =>
        new Uint8Array(await (await fetch('/' + encodeURIComponent(name))).arrayBuffer());
      return bundle[${JSON.stringify(name)}](${JSON.stringify(input)}, download);
    })()`);
  } finally {
    await browser.close();
  }
}

const TYPES: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm' };
