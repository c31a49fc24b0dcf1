import { css, html, nothing } from 'lit';
import type { Entry } from '../api/types.ts';
import { bytesOf } from '../media/file-bytes.ts';
import type { MediaFile } from '../media/media-file.ts';
import type { StringKey } from '../strings/index.ts';
import { defineElement } from './field-element.ts';
import { MediaField } from './media-field.ts';

/** Larger fonts are not loaded for a sample. */
const MAX_FONT_BYTES = 32_000_000;

/** The loaded fonts by the key of their file. Above the limit, the page drops the oldest font. */
const loaded = new Map<string, { family: string; face: FontFace }>();

const MAX_FACES = 64;

let count = 0;

/** More fonts of a template are listed without a sample. */
const MAX_SAMPLES = 24;

/** A field for a font: as designed, another font of the template, or a font of one's own. */
class FontField extends MediaField {
  static override properties = {
    ...MediaField.properties,
    family: { state: true },
    families: { state: true },
    isUnreadable: { state: true },
  };
  static override styles = [
    ...MediaField.styles,
    css`
      .choices {
        display: grid;
        gap: 2px;
        max-height: 260px;
        margin: 0;
        padding: 0;
        border: 0;
        overflow-y: auto;
      }
      .choice {
        display: flex;
        align-items: center;
        gap: 10px;
        min-height: 40px;
        padding: 4px 8px;
        border-radius: 6px;
        font-weight: 400;
        cursor: pointer;
      }
      .choice:hover {
        background: var(--fp-raised);
      }
      .choice span {
        min-width: 0;
        font-family: var(--sample-family, inherit);
        overflow-wrap: anywhere;
      }
      .sample {
        margin: 0;
        overflow: hidden;
        font-family: var(--own-family);
        font-size: 1.375rem;
        line-height: 1.5;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
    `,
  ];
  protected readonly kind = 'font';
  declare private family: string | undefined;
  declare private isUnreadable: boolean;
  /** Loaded fonts of the template, as families of the page by name. */
  declare private families: ReadonlyMap<string, string>;
  #loading: AbortController | undefined;

  constructor() {
    super();
    this.families = new Map();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#loading?.abort();
    this.#loading = undefined;
  }

  /** Samples are loaded once the field is shown, one after the other. */
  protected override updated(): void {
    for (const label of this.renderRoot.querySelectorAll<HTMLElement>('[data-font]')) {
      const family = this.families.get(label.dataset['font'] ?? '');
      if (family === undefined) label.style.removeProperty('--sample-family');
      else label.style.setProperty('--sample-family', `"${family}"`);
    }
    if (this.#loading || !this.context) return;
    this.#loading = new AbortController();
    void this.#loadSamples(this.#loading.signal);
  }

  /**
   * Loads the fonts of the choice that the template contains, at most `MAX_SAMPLES`. A font that
   * fails is shown without a sample.
   */
  async #loadSamples(signal: AbortSignal): Promise<void> {
    const { api, fontChoices, packageFonts } = this.context;
    const { versionId } = api;
    if (versionId === undefined) return;
    const editableFonts = this.editable.fonts ?? [];
    const names = [...editableFonts, ...fontChoices].filter((name) => packageFonts.includes(name));
    for (const name of names.slice(0, MAX_SAMPLES)) {
      if (this.families.has(name)) continue;
      const read = () => api.templateFont(versionId, name, { signal });
      const family = await loadSample(`${versionId} ${name}`, read).catch(() => undefined);
      if (signal.aborted) return;
      if (family !== undefined) this.families = new Map([...this.families, [name, family]]);
    }
  }

  /** Begins with another font, whose sample is not loaded yet. */
  protected override fileChanged(file: MediaFile | undefined, signal: AbortSignal): void {
    this.family = undefined;
    this.isUnreadable = false;
    if (file) void this.#showOwnFont(file, signal);
  }

  /** Loads the font of the entry for its sample. A newer file aborts this one. */
  async #showOwnFont(file: MediaFile, signal: AbortSignal): Promise<void> {
    try {
      const family = await loadSample(file.key, () => bytesOf(file, this.context.api, signal));
      if (signal.aborted) return;
      this.family = family;
      this.style.setProperty('--own-family', `"${family}"`);
    } catch {
      if (!signal.aborted) this.isUnreadable = true;
    }
  }

  protected override entryFor(source: Record<string, string>): Entry {
    return { source };
  }

  protected override get chooseKey(): StringKey {
    return this.file ? 'file.replace' : 'font.upload';
  }

  protected override renderMedia(): unknown {
    const { font_name: chosen } = this.entry?.source ?? {};
    const { file } = this;
    const editableFonts = this.editable.fonts ?? [this.name];
    const names = this.context.fontChoices.filter(
      (name) => editableFonts.length !== 1 || name !== editableFonts[0],
    );
    return html`<fieldset class="choices" ?disabled=${this.disabled} aria-labelledby="label">
        ${this.#renderChoice(
          { label: this.t('font.designed'), font: editableFonts[0], isChosen: !this.entry },
          () => this.change(undefined),
        )}
        ${names.map((name) =>
          this.#renderChoice({ label: name, font: name, isChosen: name === chosen }, () =>
            this.change({ source: { font_name: name } }),
          ),
        )}
        ${file ? this.#renderChoice({ label: file.name, isChosen: true }, () => {}) : nothing}
      </fieldset>
      ${
        file && this.family
          ? html`<p class="sample" dir="auto">${this.t('font.sample')}</p>`
          : nothing
      }
      ${this.isUnreadable ? html`<p class="hint">${this.t('font.no_sample')}</p>` : nothing}`;
  }

  /** A font of the choice. Without `font`, it is the uploaded file. */
  #renderChoice(
    { label, font, isChosen }: { label: string; font?: string | undefined; isChosen: boolean },
    choose: () => void,
  ): unknown {
    return html`<label class="choice">
      <input type="radio" name="font" .checked=${isChosen} @change=${choose} />
      <span dir="auto" data-font=${font ?? nothing}>${label}</span>
    </label>`;
  }
}

/**
 * Loads a font for samples and returns its family in this page. Fonts from bytes are allowed by a
 * strict CSP. Throws if the browser cannot read the font.
 */
async function loadSample(key: string, read: () => Promise<Blob>): Promise<string> {
  const loadedFont = loaded.get(key);
  if (loadedFont) return loadedFont.family;
  const blob = await read();
  if (blob.size > MAX_FONT_BYTES) throw new Error('The font is too large for a sample.');
  count += 1;
  const family = `framepress-sample-${count}-${Date.now()}`;
  const face = new FontFace(family, await blob.arrayBuffer());
  await face.load();
  document.fonts.add(face);
  loaded.set(key, { family, face });
  const [[oldest, dropped] = []] = loaded;
  if (loaded.size > MAX_FACES && oldest !== undefined && dropped) {
    loaded.delete(oldest);
    document.fonts.delete(dropped.face);
  }
  return family;
}

defineElement('framepress-font-field', FontField);
