import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import '../components/file-drop.ts';
import { icon } from '../components/icons.ts';
import { plainError } from '../components/plain-words.ts';
import type { DraftFont, TemplateDraft } from './draft.ts';
import type { Work } from './entries.ts';
import type { AddedFile } from './kept-work.ts';
import type { Say } from './strings/index.ts';
import { fontId, type Thumbnail } from './thumbnails.ts';

/** A image, a video or a font that the package names but does not contain. */
export type MissingFile = {
  /** Where it is in the package. */
  path: string;
  name: string;
  kind: 'image' | 'video' | 'font';
  contentIds: readonly string[];
  font?: DraftFont;
};

const ACCEPTED = {
  image: 'image/*,.svg',
  video: 'video/*,.gif',
  font: '.ttf,.otf,.woff,.woff2,.ttc',
} as const;

/** Returns what is missing, each file once. */
export function missingFilesOf({ contents, fonts }: TemplateDraft): MissingFile[] {
  const files = new Map<string, MissingFile>();
  for (const { id, type, has_file: hasFile, file_name: name } of contents) {
    if (hasFile || !name || (type !== 'image' && type !== 'video')) continue;
    const path = pathOf(name, type);
    const former = files.get(path);
    const contentIds = [...(former?.contentIds ?? []), id];
    files.set(path, { path, name, kind: type, contentIds });
  }
  for (const font of fonts) {
    if (!font.is_missing) continue;
    const path = `fonts/${font.name.replaceAll(/[\\/:]/g, '-')}.ttf`;
    files.set(path, { path, name: font.name, kind: 'font', contentIds: [], font });
  }
  return [...files.values()];
}

/**
 * Returns the missing images and videos that nobody can fill, although one of their places is seen: a placeholder
 * stands there in every video.
 */
export function placeholdersOf(
  missing: readonly MissingFile[],
  { entries }: Work,
  added: readonly AddedFile[],
): MissingFile[] {
  const addedPaths = new Set(added.map(({ path }) => path));
  const fixedIds = new Set(
    entries
      .filter(({ isChosen }) => !isChosen)
      .flatMap(({ contents }) => contents.filter(({ end }) => end > 0).map(({ id }) => id)),
  );
  return missing.filter(
    ({ path, contentIds }) => !addedPaths.has(path) && contentIds.some((id) => fixedIds.has(id)),
  );
}

/** The service takes files below these folders only. */
function pathOf(name: string, type: 'image' | 'video'): string {
  const isPlaced = /^(?:images|videos)\/./.test(name);
  return isPlaced ? name : `${type}s/${name.split(/[\\/]/).at(-1)}`;
}

/** What is missing, each with a place for its file. It fires `added` with an `AddedFile`. */
class StudioMissingFiles extends AppElement {
  static override properties = {
    say: { attribute: false },
    missing: { attribute: false },
    fixed: { attribute: false },
    added: { attribute: false },
    thumbnails: { attribute: false },
    busy: { state: true },
    faults: { state: true },
    over: { state: true },
  };
  static override styles = css`
    .box {
      display: grid;
      gap: 4px;
      padding: 12px 14px 8px;
      border: 1px solid color-mix(in srgb, var(--fp-warning) 45%, var(--fp-line));
      border-radius: 10px;
      background: color-mix(in srgb, var(--fp-warning) 7%, var(--fp-surface));
    }
    h2 {
      display: flex;
      align-items: center;
      gap: 8px;
      font-size: 0.9375rem;
    }
    h2 svg {
      color: var(--fp-warning);
    }
    ul {
      display: grid;
      max-height: 232px;
      margin-block-start: 4px;
      margin-block-end: 0;
      padding: 0;
      padding-inline-end: 8px;
      list-style: none;
      overflow: hidden auto;
      scrollbar-width: thin;
    }
    strong {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    li {
      display: grid;
      grid-template-columns: 24px minmax(0, 1fr) auto;
      align-items: center;
      gap: 10px;
      min-height: 52px;
      padding-block: 6px;
    }
    li + li {
      border-block-start: 1px solid color-mix(in srgb, var(--fp-warning) 22%, var(--fp-line));
    }
    li.over {
      outline: 2px dashed var(--fp-accent);
      outline-offset: 2px;
      border-radius: 6px;
    }
    li > svg {
      color: var(--fp-muted);
    }
    .words {
      display: grid;
      min-width: 0;
      line-height: 1.35;
      overflow-wrap: anywhere;
    }
    .sample {
      width: min(100%, 28px * var(--ratio, 5));
      aspect-ratio: var(--ratio, 5);
      margin-block-start: 4px;
      border-radius: 5px;
      background: var(--url) var(--x) var(--y) / var(--w) var(--h) no-repeat;
    }
    .done,
    .caution {
      color: var(--fp-success);
      font-size: 0.8125rem;
    }
    .caution {
      color: var(--fp-warning);
    }
  `;

  declare say: Say;
  declare missing: readonly MissingFile[];
  /** Those whose placeholders stand in every video. */
  declare fixed: readonly MissingFile[];
  declare added: readonly AddedFile[];
  /** Parts of frames: also texts in the fonts that replace missing ones. */
  declare thumbnails: ReadonlyMap<string, Thumbnail>;
  /** Paths of the files that are being sent. */
  declare busy: ReadonlySet<string>;
  declare faults: ReadonlyMap<string, string>;
  declare over: string | undefined;

  constructor() {
    super();
    this.busy = new Set();
    this.faults = new Map();
  }

  override render() {
    const { say, missing } = this;
    if (missing.length === 0) return nothing;
    return html`<section class="box" aria-labelledby="heading">
      <h2 id="heading">${icon('warning')}${say('missing.heading', { count: missing.length })}</h2>
      <p class="hint">${say('missing.text')}</p>
      <ul>
        ${missing.map((file) => this.#file(file))}
      </ul>
    </section>`;
  }

  #file(file: MissingFile) {
    const { say, busy, faults, over } = this;
    const { path, name, kind } = file;
    const addedFile = this.added.find(
      (candidate) => candidate.path === path || samePlace(candidate.path, path),
    );
    const fault = faults.get(path);
    return html`<li
      class=${over === path ? 'over' : ''}
      @dragover=${(event: DragEvent) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        this.over = path;
      }}
      @dragleave=${() => {
        this.over = undefined;
      }}
      @drop=${(event: DragEvent) => {
        this.over = undefined;
        const [dropped] = event.dataTransfer?.files ?? [];
        if (!dropped || event.defaultPrevented) return;
        event.preventDefault();
        void this.#send(file, dropped);
      }}
    >
      ${icon(kind, 20)}
      <span class="words">
        <strong dir="auto" title=${name}>${name}</strong>
        <span class=${addedFile ? 'done' : this.fixed.includes(file) ? 'caution' : 'hint'} role="status"
          >${
            busy.has(path)
              ? say('missing.sending')
              : addedFile
                ? say('missing.added', { name: addedFile.fileName })
                : this.#stand(file)
          }</span
        >
        ${this.#sample(file, addedFile)}
        ${fault ? html`<span class="fault" role="alert" dir="auto">${fault}</span>` : nothing}
      </span>
      <studio-file-drop
        compact
        label=${say(addedFile ? 'missing.change' : 'missing.choose')}
        full-label=${say(addedFile ? 'missing.other' : 'missing.add', { name })}
        accept=${ACCEPTED[kind]}
        ?disabled=${busy.has(path)}
        @files=${({ detail }: CustomEvent<{ files: File[] }>) => {
          const [chosen] = detail.files;
          if (chosen) void this.#send(file, chosen);
        }}
      ></studio-file-drop>
    </li>`;
  }

  /** How texts look in the other font. */
  #sample({ font }: MissingFile, added: AddedFile | undefined) {
    const thumbnail = font && !added ? this.thumbnails.get(fontId(font.name)) : undefined;
    if (!thumbnail) return nothing;
    return html`<span class="sample" aria-hidden="true" ${customProperties(thumbnail)}></span>`;
  }

  /** What is seen instead. */
  #stand(file: MissingFile): string {
    const { say } = this;
    const { font } = file;
    if (!font) return say(this.fixed.includes(file) ? 'missing.everyVideo' : 'missing.placeholder');
    const { replaced_by: other } = font;
    return other ? say('missing.replaced', { font: readableFont(other) }) : say('missing.noFont');
  }

  /** Sends a file to the service. The new version gets it when the work is saved. */
  async #send(missing: MissingFile, file: File): Promise<void> {
    const { app } = this;
    const { path } = missing;
    this.busy = new Set([...this.busy, path]);
    this.faults = new Map([...this.faults].filter(([key]) => key !== path));
    try {
      const upload = await app.upload(file, {}, ({ uploads }, options) =>
        uploads.create(file, options),
      );
      const added: AddedFile = {
        path: withExtensionOf(path, file.name, missing.kind),
        uploadId: upload.id,
        fileName: file.name,
      };
      this.emit('added', added);
    } catch (error) {
      const { text, hints } = plainError(error, app.t);
      this.faults = new Map([...this.faults, [path, [text, ...hints].join(' ')]]);
    } finally {
      this.busy = new Set([...this.busy].filter((key) => key !== path));
    }
  }
}

/** A font may have another format than the one that its name in the list has. */
function withExtensionOf(path: string, fileName: string, kind: MissingFile['kind']): string {
  const [extension] = /\.\w+$/.exec(fileName) ?? [];
  return kind === 'font' && extension ? path.replace(/\.\w+$/, extension.toLowerCase()) : path;
}

/** `Noto Sans Bold` for `NotoSans-Bold` */
function readableFont(name: string): string {
  return name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('-', ' ');
}

function samePlace(a: string, b: string): boolean {
  const withoutExtension = (path: string) => path.replace(/\.\w+$/, '');
  return a.startsWith('fonts/') && withoutExtension(a) === withoutExtension(b);
}

define('studio-missing-files', StudioMissingFiles);
