import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Hls from 'hls.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { fewOf, type Part } from '../support/parts.ts';
import { framepress } from '../support/service.ts';
import { writeTemplate } from './bundled.ts';
import { kindOf, mismatch, type OpenApi } from './json-samples.ts';
import { type Block, type Page, ROOT } from './pages.ts';
import {
  failedRequests,
  makeFolder,
  npmScripts,
  type QuickStart,
  runBlocks,
  startQuickStart,
} from './shell.ts';

/** Every code sample of README.md and docs/ is run or checked. */
export function sampleTests(pages: readonly Page[], part: Part): void {
  /*
   * Every code sample of README.md and docs/ is run or checked: see shell.ts for `sh`, json-samples.ts for `json`.
   * The samples of a page continue the quick start of README.md, unless the page starts a service of its own.
   * test/e2e/webhooks.test.ts runs the receivers of docs/webhooks.md in all their languages.
   */
  const RECEIVERS = ['js', 'python', 'go'];
  const NPM_COMMANDS = ['ci', 'exec', 'install', 'pack'];

  const readme = pages.find(({ path }) => path === 'README.md') as Page;
  const blocks = pages.flatMap((page) => page.blocks);
  let folder: string;
  let quickStart: QuickStart;
  let service: number;

  /** A page has ports of its own where it starts a service, else those of the quick start. */
  async function run(page: Page) {
    const own = join(folder, page.path.replaceAll('/', '-'));
    await mkdir(own);
    await makeFolder(own);
    const startsService = /framepress serve/.test(
      shellBlocks(page)
        .map(({ code }) => code)
        .join(),
    );
    const place = {
      folder: own,
      dataDir: startsService ? join(own, 'data') : join(folder, 'data'),
      ports: { service: startsService ? await freePort() : service, receiver: await freePort() },
    };
    return runBlocks(shellBlocks(page), place, startsService ? undefined : quickStart.state);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-docs-'));
    await makeFolder(folder);
    service = await freePort();
    const ports = { service, receiver: await freePort() };
    quickStart = await startQuickStart(shellBlocks(readme), {
      folder,
      ports,
      dataDir: join(folder, 'data'),
    });
  });

  afterAll(async () => {
    await quickStart?.[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  test('the samples of README.md run, and its quick start downloads a video', async () => {
    expect(failedRequests(quickStart.errors())).toEqual([]);
    const video = await readFile(join(folder, 'birthday.mp4'));
    expect(video.subarray(4, 8).toString()).toBe('ftyp');
  });

  test.for(
    part(
      pages.filter((page) => page !== readme && shellBlocks(page).length > 0),
      3,
    ),
  )('the samples of $path run', async (page) => {
    const { stderr } = await run(page);
    expect(failedRequests(stderr)).toEqual([]);
  });

  if (part !== fewOf) return;

  test('npm scripts that a page names are in package.json', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const known = new Set([...Object.keys(scripts), ...NPM_COMMANDS]);
    const named = pages.flatMap(({ lines }) => npmScripts(lines.join('\n')));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('every block has a language that is run or checked here, or is text', () => {
    const unknown = blocks.filter((block) => !isKnown(block));
    expect(unknown.map(({ page, line, info }) => `${page}:${line}: ${info}`)).toEqual([]);
  });

  test('text blocks contain no commands', () => {
    const commands = blocks
      .filter(({ language }) => language === 'text')
      .filter(({ code }) => /^ *(?:\$ |curl |npm |npx |(?:bin\/)?framepress )/m.test(code));
    expect(commands.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  describe('JSON samples', () => {
    const samples = blocks.filter(({ language }) => language === 'json');
    let document: OpenApi;

    beforeAll(async () => {
      const answer = await fetch(`http://127.0.0.1:${service}/openapi.json`);
      document = (await answer.json()) as OpenApi;
    });

    test.for(samples)('$page:$line is an example of: $info', async (block) => {
      const kind = kindOf(block);
      expect(kind, `${block.page}:${block.line}: name the schema behind "json"`).toBeDefined();
      if (!kind) return;
      expect(mismatch(document, block, kind)).toBeUndefined();
      if (kind.is !== 'template') return;
      const path = join(folder, 'documented.lottie');
      await writeTemplate(path, block.code);
      const { code, stdout, stderr } = await framepress(['template', 'inspect', path, '--json']);
      expect(code, stderr).toBe(0);
      for (const name of Object.keys(JSON.parse(block.code).editables ?? {}))
        expect(stdout).toContain(JSON.stringify(name));
    });
  });

  test('the player of docs/playing.md plays the HLS stream of a session', async () => {
    const [sample] = blocks.filter(
      ({ page, language }) => page === 'docs/playing.md' && language === 'js',
    );
    const variables = await readFile(quickStart.state, 'utf8');
    const [, api] = /URL="(.*)"/.exec(variables) ?? [];
    const [, token] = /TOKEN="(.*)"/.exec(variables) ?? [];
    const [, id] = /SESSION="(.*)"/.exec(variables) ?? [];
    const video = { src: '' };
    const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
    // Without media source extensions, as here, hls.js says that it is not supported.
    const player = AsyncFunction('api', 'id', 'headers', 'video', 'Hls', sample?.code ?? '');
    await player(api, id, { authorization: `Bearer ${token}` }, video, Hls);
    const playlist = await fetch(video.src);
    expect([playlist.status, (await playlist.text()).split('\n')[0]]).toEqual([200, '#EXTM3U']);
  });

  function isShell({ language }: Block): boolean {
    return language === 'sh';
  }

  function shellBlocks({ blocks }: Page): Block[] {
    return blocks.filter(isShell);
  }

  function isKnown({ page, language }: Block): boolean {
    if (RECEIVERS.includes(language) && page === 'docs/webhooks.md') return true;
    // test/editor/ opens the page of editor.md, with its scripts.
    if (page === 'docs/editor.md' && ['html', 'js', 'css'].includes(language)) return true;
    if (language === 'js') return page === 'docs/playing.md';
    // test/client/sample.test.ts runs the sample of clients.md, test/e2e/types.test.ts compiles the other.
    if (language === 'ts') return page === 'docs/clients.md' || page === 'docs/command-line.md';
    return ['sh', 'json', 'text'].includes(language);
  }
}
