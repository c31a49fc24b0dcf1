import { createHash } from 'node:crypto';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { parseMapping } from '../../src/mapping/index.ts';
import { Fetcher, parseAddressPolicy } from '../../src/media/fetch/index.ts';
import { outputSettings } from '../../src/output/index.ts';
import { ingestInputs, type Produced, produce } from '../../src/produce/index.ts';
import { Renderer } from '../../src/render/index.ts';
import type { Template } from '../../src/template/index.ts';
import {
  type BrowserName,
  openBrowser,
  type TestBrowser,
  type TestPage,
} from '../support/browser.ts';
import { zipFiles } from '../support/decoded.ts';
import { writeDifference } from '../support/difference.ts';
import { removeFolder } from '../support/folder.ts';
import { type PlayerPage, type PlayerServers, startPlayerServers } from '../support/player-page.ts';
import { type Similarity, similarity } from '../support/similarity.ts';
import { type Cell, nameOf } from './cells.ts';
import { makeInputs, mappingOf } from './inputs.ts';
import { type BundledTemplate, bundledTemplates } from './templates.ts';

/** Of the longer side, in pixels. */
const SIDE = 640;
const LIMIT = { ssim: 0.999, far: 0.002 };

/** A frame in the browser beside the rendered one. */
export type Compared = Similarity & { what: string; frame: number; isEqual: boolean };

type Pixels = { width: number; height: number; data: Buffer };

/** The renderer and the players in both browsers. */
export class ExactWorld {
  readonly templates: readonly BundledTemplate[];
  readonly #folder: string;
  readonly #files: Record<string, string>;
  readonly #renderer = new Renderer({ processes: 1 });
  readonly #servers: PlayerServers;
  readonly #fetcher = new Fetcher({
    allow: parseAddressPolicy([]),
    maxBytes: 2 ** 30,
    timeoutMs: 60_000,
  });
  readonly #browsers: TestBrowser[] = [];
  readonly #pages = new Map<BrowserName, TestPage>();
  #count = 0;

  private constructor(
    folder: string,
    made: { templates: BundledTemplate[]; files: Record<string, string>; servers: PlayerServers },
  ) {
    this.#folder = folder;
    this.templates = made.templates;
    this.#files = made.files;
    this.#servers = made.servers;
  }

  static async open(): Promise<ExactWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-exact-'));
    const templates = await bundledTemplates();
    const world = new ExactWorld(folder, {
      templates,
      files: await makeInputs(folder),
      servers: await startPlayerServers(),
    });
    for (const name of ['chromium', 'firefox'] as const) await world.#openPage(name);
    return world;
  }

  async #openPage(name: BrowserName): Promise<void> {
    const browser = await openBrowser(name);
    this.#browsers.push(browser);
    const page = await browser.newPage();
    await page.goto(this.#servers.page);
    await page.waitForFunction(() => 'load' in globalThis);
    this.#pages.set(name, page);
  }

  /** The folder for files of this run. */
  get folder(): string {
    return this.#folder;
  }

  /** Adds a file that mappings name as an upload. */
  readonly addFile = (id: string, path: string): void => {
    this.#files[id] = path;
  };

  /** Composes a cell and compares its frames. `variant` chooses transforms. */
  async compareCell(cell: Cell, variant?: number): Promise<Compared[]> {
    const produced = await this.composeCell(cell, variant);
    return this.compare(nameOf(cell), produced, { frames: cell.frames });
  }

  async composeCell(cell: Cell, variant = this.#count): Promise<Produced> {
    const found = this.templates.find(({ template }) => template === cell.template);
    if (!found) throw new Error(`There is no template ${cell.template}.`);
    const template = cell.media === 'video' ? found.withVideo : found.imported;
    return this.compose(template, mappingOf(cell, template, variant));
  }

  async compose(template: Template, json: object): Promise<Produced> {
    const folder = join(this.#folder, String(++this.#count));
    await mkdir(folder);
    const { mapping, faults } = parseMapping(specOf(template), json);
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
    const sources = { fetcher: this.#fetcher, upload: async (id: string) => this.#files[id] };
    const inputs = await ingestInputs({ mapping, folder: join(folder, 'media'), sources });
    return produce({ template, mapping, ...inputs, folder: join(folder, 'images') });
  }

  /** Fills each editable that has no example, and leaves out entries that are refused. */
  acceptable(template: Template, json: { resources: Record<string, object> }): typeof json {
    const resources = { ...json.resources };
    for (const { code, editable = '' } of parseMapping(specOf(template), json).faults) {
      const { input_type: kind } = template.editables[editable] ?? {};
      if (code !== 'editable_missing') delete resources[editable];
      else if (kind === 'color') resources[editable] = { source: { color: '30a060' } };
      else if (kind === 'text') resources[editable] = { source: { text: 'Zoë' } };
      else resources[editable] = { source: { upload_id: kind } };
    }
    return { ...json, resources };
  }

  /** Compares frames in both browsers with stills of the renderer. `side`: the longer one. */
  async compare(
    what: string,
    produced: Produced,
    { frames, side = SIDE }: { frames: readonly number[]; side?: number },
  ): Promise<Compared[]> {
    const name = `${this.#count}`;
    const removeFiles = this.#servers.add(name, produced);
    const compared: Compared[] = [];
    const rendered = await this.stills(produced, frames, side);
    const [chromium, firefox] = await Promise.all([
      this.#draw('chromium', name, { frames, side }),
      this.#draw('firefox', name, { frames, side }),
    ]);
    for (const [index, frame] of frames.entries()) {
      const [own, seen] = [rendered[index], chromium[index]];
      if (!own || !seen) throw new Error(`The frame ${frame} is missing.`);
      const isEqual = hashOf(seen) === hashOf(firefox[index]);
      compared.push({ what, frame, isEqual, ...similarity(seen, own) });
      if (faultOf(compared.at(-1) as Compared)) await writeImages(`${name}-${frame}`, own, seen);
    }
    removeFiles();
    return compared;
  }

  /** Returns the pixels of stills, which are frames of the render before they are encoded. */
  async stills(produced: Produced, frames: readonly number[], side = SIDE): Promise<Pixels[]> {
    const { composition, paths } = produced;
    const { width: w, height: h } = composition.video;
    const width = Math.round(w * Math.min(1, side / Math.max(w, h)));
    const stills = frames.map((frame) => {
      const path = join(this.#folder, `${frame}.png`);
      return { frame, width, format: 'png' as const, path };
    });
    await this.#renderer.renderStills({ composition, paths, folder: this.#folder, stills });
    return Promise.all(stills.map(({ path }) => pixelsOf(path)));
  }

  /** Renders the video up to a frame, with the size of stills, and returns the frame's RGBA pixels. */
  async renderedFrame({ composition, paths }: Produced, frame: number): Promise<Buffer> {
    const { width, height } = composition.video;
    const video = { ...composition.video, frameCount: frame + 1 };
    const wanted = {
      format: 'png' as const,
      width: Math.round(width * Math.min(1, SIDE / Math.max(width, height))),
    };
    const path = join(this.#folder, 'rendered.zip');
    const outputs = [{ ...outputSettings(wanted, video, 'standard', ''), path }];
    const source = { composition: { ...composition, video }, paths, folder: this.#folder };
    await this.#renderer.renderVideo({ ...source, outputs });
    const png = (await zipFiles(path)).at(-1)?.bytes ?? Buffer.of();
    return (await pixelsOf(png)).data;
  }

  async #draw(
    browser: BrowserName,
    name: string,
    { frames, side }: { frames: readonly number[]; side: number },
  ): Promise<Pixels[]> {
    const page = this.#pages.get(browser);
    if (!page) throw new Error(`${browser} is not open.`);
    const wanted = { name, prefix: browser, frames: [...frames], side };
    const sizes = await page.evaluate(async ({ name: one, prefix, frames: all, side: longer }) => {
      const { player, load, setSide, send, events } = globalThis as unknown as PlayerPage;
      setSide(longer);
      await load(one);
      const made: { width: number; height: number }[] = [];
      for (const frame of all) {
        await player.seek(frame);
        const { width, height, data } = await player.pixels();
        await send(`${prefix}-${frame}`, data);
        made.push({ width, height });
      }
      const error = events.find(({ type }) => type === 'error');
      if (error) throw new Error(JSON.stringify(error));
      events.length = 0;
      return made;
    }, wanted);
    return sizes.map((size, index) => {
      const data = this.#servers.takeSent(`${browser}-${frames[index]}`);
      return { ...size, data };
    });
  }

  /** What went wrong in the pages. */
  get problems(): string[] {
    return [...this.#pages.values()].flatMap(({ problems }) => problems);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const browser of this.#browsers) await browser[Symbol.asyncDispose]();
    await this.#servers[Symbol.asyncDispose]();
    await this.#renderer[Symbol.asyncDispose]();
    await this.#fetcher[Symbol.asyncDispose]();
    await removeFolder(this.#folder);
  }
}

/** Returns the first fault of a comparison as a line; undefined: the frames are as equal as they must be. */
export function faultOf({ what, frame, isEqual, ssim, far }: Compared): string | undefined {
  const where = `${what}, frame ${frame}`;
  if (!isEqual) return `${where}: Chromium and Firefox draw different pixels.`;
  if (ssim >= LIMIT.ssim && far <= LIMIT.far) return undefined;
  return `${where}: SSIM ${ssim.toFixed(5)}, ${(far * 100).toFixed(3)} % of the pixels beyond 8.`;
}

function specOf({ editables, fontNames }: Template) {
  return { editables, fonts: fontNames };
}

async function pixelsOf(path: string | Buffer): Promise<Pixels> {
  const image = sharp(path).flatten({ background: '#ffffff' }).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

async function writeImages(name: string, own: Pixels, seen: Pixels): Promise<void> {
  const png = ({ data, width, height }: Pixels) =>
    sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
  await writeDifference(`exact-${name}`, await png(own), await png(seen));
}

function hashOf(pixels: Pixels | undefined): string | undefined {
  return pixels && createHash('sha256').update(pixels.data).digest('hex');
}
