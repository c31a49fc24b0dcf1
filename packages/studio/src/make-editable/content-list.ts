import { css, html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AppElement, define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { factsText, secondsRange, sizeText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import { percentText } from '../words.ts';
import './content-details.ts';
import {
  type Entry,
  labelOf,
  type Section,
  shareOf,
  spanOf,
  type Work,
  withChoice,
  withMove,
  withPlaceBefore,
  withSectionName,
} from './entries.ts';
import type { Say } from './strings/index.ts';
import type { Thumbnail } from './thumbnails.ts';

/** What a change of the list is called in the history: equal keys in a row are one step. */
export type WorkChange = { work: Work; key?: string };

/** The list of contents by section. It fires `work`, `mark` and `hover`. */
class StudioContentList extends AppElement {
  static override properties = {
    say: { attribute: false },
    work: { attribute: false },
    marked: {},
    hovered: {},
    thumbnails: { attribute: false },
    added: { attribute: false },
    faults: { attribute: false },
    dragged: { state: true },
    dropAt: { state: true },
    open: { state: true },
  };
  static override styles = css`
    section + section {
      margin-block-start: 22px;
    }
    .heading {
      display: flex;
      align-items: center;
      gap: 8px;
      min-height: 32px;
      margin-block-end: 6px;
    }
    h2 {
      flex: none;
      font-size: 0.8125rem;
      font-weight: 650;
    }
    /* The name stands where a heading stands. */
    .heading:has(input) {
      margin-inline-start: -9px;
    }
    .heading input {
      min-width: 0;
      min-height: 32px;
      padding: 2px 8px;
      border-color: transparent;
      background: none;
      font-size: 0.8125rem;
      font-weight: 650;
      field-sizing: content;
      width: auto;
      max-width: 60%;
    }
    .heading input:hover {
      border-color: var(--fp-field-line);
    }
    .heading .hint {
      margin-inline-start: auto;
      white-space: nowrap;
    }
    ul {
      display: grid;
      gap: 4px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      position: relative;
      border: 1px solid transparent;
      border-radius: 10px;
      scroll-margin-block: 12px;
    }
    li:is(:hover, .hovered) {
      background: var(--fp-raised);
    }
    li.marked {
      border-color: var(--fp-accent);
      background: color-mix(in srgb, var(--fp-accent) 6%, var(--fp-surface));
    }
    li.before::before,
    li.behind::after {
      content: '';
      position: absolute;
      inset-inline: 8px;
      height: 2px;
      border-radius: 2px;
      background: var(--fp-accent);
    }
    li.before::before {
      inset-block-start: -4px;
    }
    li.behind::after {
      inset-block-end: -4px;
    }
    li.dragged {
      opacity: 0.5;
    }
    .row {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto;
      align-items: center;
      gap: 4px;
      padding-inline: 10px 4px;
    }
    .main {
      display: grid;
      grid-template-columns: 40px minmax(0, 1fr);
      align-items: center;
      gap: 12px;
      width: 100%;
      min-height: 54px;
      padding: 6px 8px;
      border: 0;
      background: none !important;
      font-weight: 400;
      text-align: start;
    }
    .sample {
      display: grid;
      place-items: center;
      width: 40px;
      height: 40px;
      border-radius: 8px;
      background: var(--fp-raised);
      color: var(--fp-muted);
      overflow: hidden;
    }
    li:is(:hover, .hovered) .sample {
      background: color-mix(in srgb, var(--fp-text) 7%, var(--fp-surface));
    }
    .sample.image {
      background: var(--url) var(--x) var(--y) / var(--w) var(--h) no-repeat;
    }
    .sample.color {
      border: 1px solid color-mix(in srgb, var(--fp-text) 22%, transparent);
      border-radius: 50%;
      background: var(--color) !important;
    }
    /* The words of a text are its image. */
    .main.text {
      grid-template-columns: 24px minmax(0, 1fr);
    }
    .text .sample {
      width: 24px;
      background: none !important;
    }
    .text .label {
      font-size: 1.0625rem;
    }
    .words {
      display: grid;
      min-width: 0;
      line-height: 1.35;
    }
    .label {
      font-weight: 550;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    li:not(.chosen) .label {
      font-weight: 400;
      color: var(--fp-muted);
    }
    .facts {
      color: var(--fp-muted);
      font-size: 0.8125rem;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .handle {
      display: grid;
      place-items: center;
      width: 28px;
      min-height: 36px;
      color: var(--fp-muted);
      cursor: grab;
      opacity: 0;
    }
    li:is(:hover, .marked) .handle {
      opacity: 1;
    }
    .fault {
      margin: 0;
      padding: 0 14px 10px;
    }
    .caution {
      padding-inline-start: 42px;
      color: var(--fp-warning);
      font-size: 0.8125rem;
    }
    details {
      margin-block-start: 4px;
    }
    summary {
      width: fit-content;
      padding: 6px 10px;
      border-radius: 6px;
      color: var(--fp-muted);
      font-size: 0.8125rem;
      cursor: pointer;
    }
    /* The frame is above the list, and the navigation below it. */
    @media (max-width: 760px) {
      li {
        scroll-margin-block: calc(32dvh + 190px) 80px;
      }
    }
    @media (hover: none) {
      .handle {
        display: none;
      }
    }
  `;

  declare say: Say;
  declare work: Work;
  declare marked: string | undefined;
  declare hovered: string | undefined;
  declare thumbnails: ReadonlyMap<string, Thumbnail>;
  /** The ids of the contents whose missing files were added. */
  declare added: Pick<ReadonlySet<string>, 'has'>;
  /** What the service says about entries, by their names in template.json. */
  declare faults: ReadonlyMap<string, readonly string[]>;
  /** The id of the entry that the pointer moves. */
  declare dragged: string | undefined;
  /** The sections whose hidden entries are shown. */
  declare open: ReadonlySet<string>;
  declare dropAt: { id: string; isBehind: boolean } | undefined;

  constructor() {
    super();
    this.open = new Set();
  }

  /** A marked entry is not hidden. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('marked')) return;
    const entry = this.work.entries.find(({ id }) => id === this.marked);
    if (entry?.isMinor && !entry.isChosen) this.open = new Set([...this.open, entry.sectionId]);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('marked') || this.marked === undefined) return;
    // Its settings are drawn after the list.
    requestAnimationFrame(() =>
      this.renderRoot.querySelector('li.marked')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  override render() {
    return this.work.sections.map((section) => this.#section(section));
  }

  #section(section: Section) {
    const { say } = this;
    const members = this.work.entries.filter(({ sectionId }) => sectionId === section.id);
    if (members.length === 0) return nothing;
    const isFolded = (entry: Entry) =>
      entry.isMinor && !entry.isChosen && section.kind !== 'unseen';
    const minor = members.filter(isFolded);
    const major = members.filter((entry) => !isFolded(entry));
    if (section.kind === 'unseen') {
      const words = `${say('section.unseen')} (${members.length})`;
      return html`<section>${this.#folded(section, words, members)}</section>`;
    }
    return html`<section aria-label=${this.#nameOf(section)}>
      ${this.#heading(section, members)} ${this.#rows(major)}
      ${minor.length > 0 ? this.#folded(section, say('list.more', { count: minor.length }), minor) : nothing}
    </section>`;
  }

  /** Entries that are probably no content. There may be thousands: they are drawn when they are wanted. */
  #folded({ id }: Section, words: string, entries: readonly Entry[]) {
    const isOpen = this.open.has(id);
    return html`<details
      ?open=${isOpen}
      @toggle=${(event: Event) => {
        const ids = [...this.open].filter((candidate) => candidate !== id);
        this.open = new Set((event.target as HTMLDetailsElement).open ? [...ids, id] : ids);
      }}
    >
      <summary>${words}</summary>
      ${isOpen ? this.#rows(entries) : nothing}
    </details>`;
  }

  #nameOf({ kind, name }: Section): string {
    return kind === 'scene' ? name : this.say(`section.${kind}`);
  }

  /** A scene can be renamed: forms show its name. */
  #heading(section: Section, members: readonly Entry[]) {
    const { say, app } = this;
    const spans = members.map(spanOf).filter(({ end }) => end > 0);
    const start = Math.min(...spans.map((span) => span.start));
    const end = Math.max(...spans.map((span) => span.end));
    const isScene = section.kind === 'scene';
    return html`<div class="heading">
      ${
        isScene
          ? html`<h2 class="visually-hidden">${section.name}</h2>
              <input
                dir="auto"
                maxlength="100"
                aria-label=${say('section.name')}
                .value=${section.name}
                @input=${(event: Event) => {
                  const { value } = event.target as HTMLInputElement;
                  const work = withSectionName(this.work, section.id, value);
                  this.#change(work, `section:${section.id}`);
                }}
              />`
          : html`<h2>${this.#nameOf(section)}</h2>`
      }
      ${isScene && spans.length > 0 ? html`<span class="hint">${secondsRange(start, end, app.lang)}</span>` : nothing}
    </div>`;
  }

  #rows(entries: readonly Entry[]) {
    return html`<ul>
      ${repeat(
        entries,
        ({ id }) => id,
        (entry) => this.#row(entry),
      )}
    </ul>`;
  }

  #row(entry: Entry) {
    const { say, marked, hovered, dropAt, dragged } = this;
    const { id, isChosen, isFixed } = entry;
    const isMarked = id === marked;
    const label = labelOf(entry);
    const classes = [
      isMarked && 'marked',
      isChosen && 'chosen',
      id === hovered && 'hovered',
      id === dragged && 'dragged',
      dropAt?.id === id && (dropAt.isBehind ? 'behind' : 'before'),
    ];
    const faults = this.faults.get(entry.name) ?? [];
    return html`<li
      class=${classes.filter(Boolean).join(' ')}
      @pointerenter=${() => this.emit('hover', { id })}
      @pointerleave=${() => this.emit('hover', {})}
      @dragover=${(event: DragEvent) => this.#dragOver(entry, event)}
      @drop=${(event: DragEvent) => this.#dropOn(entry, event)}
    >
      <div class="row">
        <input
          type="checkbox"
          aria-label=${say('row.choose', { name: label })}
          title=${isFixed ? say('row.fixed') : nothing}
          .checked=${isChosen}
          ?disabled=${isFixed}
          @change=${(event: Event) => this.#choose(id, (event.target as HTMLInputElement).checked)}
        />
        <button
          class="main ${entry.type === 'text' ? 'text' : ''}"
          data-id=${id}
          aria-expanded=${isMarked}
          @click=${() => this.emit('mark', { id: isMarked ? undefined : id, isFromList: true })}
          @keydown=${(event: KeyboardEvent) => this.#key(entry, event)}
        >
          ${this.#image(entry)}
          <span class="words">
            <span class="label" dir="auto">${this.#title(entry) || say('row.noName')}</span>
            <span class="facts" dir="auto">${this.#facts(entry)}</span>
          </span>
        </button>
        <span
          class="handle"
          draggable="true"
          title=${say('row.drag')}
          @dragstart=${(event: DragEvent) => {
            this.dragged = id;
            event.dataTransfer?.setData('text/plain', label);
          }}
          @dragend=${() => {
            this.dragged = undefined;
            this.dropAt = undefined;
          }}
          >${icon('drag')}</span
        >
      </div>
      ${faults.map((fault) => html`<p class="fault" dir="auto">${fault}</p>`)}
      ${
        !isChosen && spanOf(entry).end > 0 && this.#lacksFile(entry)
          ? html`<p class="fault caution" role="status">${say('row.placeholder')}</p>`
          : nothing
      }
      ${
        isMarked
          ? html`<studio-content-details
              .app=${this.app}
              .say=${say}
              .work=${this.work}
              .entry=${entry}
              .thumbnail=${this.thumbnails.get(id)}
              @work=${({ detail }: CustomEvent<WorkChange>) => this.emit('work', detail)}
              @mark=${({ detail }: CustomEvent<object>) => this.emit('mark', detail)}
            ></studio-content-details>`
          : nothing
      }
    </li>`;
  }

  /** The image itself, a swatch of the color, or the sign of the type. */
  #image({ id, type, contents }: Entry) {
    const [content] = contents;
    if (type === 'color' && content && /^[\da-f]{6}$/i.test(content.sample)) {
      const color = { '--color': `#${content.sample}` } as const;
      return html`<span class="sample color" ${customProperties(color)}></span>`;
    }
    const thumbnail = this.thumbnails.get(id);
    if (!thumbnail) return html`<span class="sample">${icon(type, 20)}</span>`;
    return html`<span class="sample image" ${customProperties(thumbnail)}></span>`;
  }

  /** A text is known by its words; other contents by their label. */
  #title(entry: Entry): string {
    return entry.type === 'text' ? sampleOf(entry) || labelOf(entry) : labelOf(entry);
  }

  /** The sample or the label, whichever is not the title, and when it is seen. */
  #facts(entry: Entry): string {
    const { say, app } = this;
    const { type, contents } = entry;
    const { start, end } = spanOf(entry);
    const sample = sampleOf(entry);
    const [width = 0, height = 0] = sample.split(/[×x]/).map(Number);
    const isMedia = type === 'image' || type === 'video';
    const shownSample =
      isMedia && width && height
        ? sizeText(width, height)
        : type === 'color'
          ? sample && `#${sample}`
          : [labelOf(entry), sample].find((words) => words && words !== this.#title(entry));
    const share = type === 'color' && shareOf(entry) > 0 ? shareOf(entry) : undefined;
    return factsText(
      [
        shownSample || app.t(`kind.${type}`),
        contents.length > 1 ? say('row.layers', { count: contents.length }) : '',
        share === undefined ? '' : say('row.share', { share: percentText(100 * share, app.lang) }),
        end > start && type !== 'color' ? secondsRange(start, end, app.lang) : '',
        this.#lacksFile(entry) ? say('row.missing') : '',
      ],
      app.lang,
    );
  }

  #lacksFile({ type, contents }: Entry): boolean {
    const isMedia = type === 'image' || type === 'video';
    return isMedia && contents.some(({ id, has_file: hasFile }) => !hasFile && !this.added.has(id));
  }

  #choose(id: string, isChosen: boolean): void {
    this.#change(withChoice(this.work, id, isChosen));
  }

  #change(work: Work, key?: string): void {
    this.emit('work', { work, key });
  }

  /** The arrow keys go through the rows; with Alt they move the row. */
  #key(entry: Entry, event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    if (event.altKey) {
      this.#change(withMove(this.work, entry.id, by));
      void this.#focus(entry.id);
      return;
    }
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('.main')];
    const visible = rows.filter((row) => row.checkVisibility());
    visible[visible.findIndex(({ dataset }) => dataset['id'] === entry.id) + by]?.focus();
  }

  /** Moves the focus to a row, also after it has moved. */
  async #focus(id: string): Promise<void> {
    await this.updateComplete;
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('.main')];
    rows.find(({ dataset }) => dataset['id'] === id)?.focus();
  }

  #dragOver(entry: Entry, event: DragEvent): void {
    if (this.dragged === undefined || this.dragged === entry.id) return;
    event.preventDefault();
    const { top, height } = (event.currentTarget as Element).getBoundingClientRect();
    this.dropAt = { id: entry.id, isBehind: event.clientY > top + height / 2 };
  }

  #dropOn(entry: Entry, event: DragEvent): void {
    if (this.dragged === undefined) return;
    event.preventDefault();
    const isBehind = this.dropAt?.isBehind ?? false;
    this.#change(withPlaceBefore(this.work, this.dragged, entry.id, isBehind));
    this.dragged = undefined;
    this.dropAt = undefined;
  }
}

/** The text, or what else the design has, in one line. */
function sampleOf({ contents: [content] }: Entry): string {
  return (content?.sample ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 80);
}

define('studio-content-list', StudioContentList);
