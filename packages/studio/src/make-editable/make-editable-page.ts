import type { TemplateStyleVersion } from '@framepress/client';
import type { Language } from '@framepress/editor/strings';
import { html, nothing, type PropertyValues } from 'lit';
import { define } from '../components/base.ts';
import { customProperties } from '../components/custom-properties.ts';
import { listText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import { Loader } from '../components/loader.ts';
import { PageElement } from '../components/page-element.ts';
import { nameText } from '../words.ts';
import type { WorkChange } from './content-list.ts';
import './content-list.ts';
import type { Settings, TemplateDraft } from './draft.ts';
import { type DraftCalls, draftCallsOf, type StillRequest } from './draft-calls.ts';
import { settingsOf, type Work, workOf } from './entries.ts';
import { FrameDrawing } from './frame/frame-drawing.ts';
import { FramePlaying } from './frame/frame-playing.ts';
import './frame/frame-stage.ts';
import './frame/frame-tools.ts';
import { History } from './history.ts';
import { type AddedFile, storedText, storeWork, textOfWork, workOfText } from './kept-work.ts';
import { type MissingFile, missingFilesOf, placeholdersOf } from './missing-files.ts';
import { adminsNotice, failedNotice, waitingNotice } from './page-notices.ts';
import { makeEditableStyles } from './page-styles.ts';
import { timeToSee } from './places.ts';
import './save-dialog.ts';
import { Stills } from './frame/stills.ts';
import { faultsByEditable, settingsForStill } from './settings.ts';
import { loadStrings, type Say, translator } from './strings/index.ts';
import { type Thumbnail, thumbnailOf, wantedParts } from './thumbnails.ts';
import './time-line.ts';
import { resourcesOf, type Trial } from './tries.ts';
import { VersionSaving } from './version-saving.ts';

const STORE_MS = 300;
const WIDTH_STEP = 160;
const MAX_WIDTH = 1600;
const THUMBNAIL_WIDTH = 480;

type Opened = {
  calls: DraftCalls;
  draft: TemplateDraft;
  version: TemplateStyleVersion;
  templateName: string;
  first: Work;
  missing: readonly MissingFile[];
};

/** What can be filled in a template: chosen in the frame, in the timeline and in the list. */
export class MakeEditablePage extends PageElement {
  static override properties = {
    say: { state: true },
    work: { state: true },
    added: { state: true },
    at: { state: true },
    marked: { state: true },
    hovered: { state: true },
    trial: { state: true },
    thumbnails: { state: true },
    faults: { state: true },
    isRestored: { state: true },
  };
  static override styles = makeEditableStyles;

  declare say: Say;
  declare work: Work;
  declare added: readonly AddedFile[];
  /** Seconds from the start. */
  declare at: number;
  declare marked: string | undefined;
  declare hovered: string | undefined;
  declare trial: Trial;
  declare thumbnails: ReadonlyMap<string, Thumbnail>;
  declare faults: ReadonlyMap<string, readonly string[]>;
  /** The work of an earlier visit is shown. */
  declare isRestored: boolean;
  #language: string | undefined;
  #history = new History<Work>({ entries: [], sections: [] });
  #parts: Stills<StillRequest> | undefined;
  #leaving = new AbortController();
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  #saving = new VersionSaving(this, {
    done: () => this.#forgetWork(),
    refused: (error) => this.#showFaults(error),
  });
  #frame = new FrameDrawing(this, () => {
    const { value } = this.#opened;
    return value && this.#request(value);
  });
  #playing = new FramePlaying(this, {
    at: () => this.at,
    duration: () => this.#opened.value?.draft.duration ?? 0,
    show: async (time) => {
      const { draft } = this.#opened.value ?? {};
      if (draft) this.at = this.#frameTime(draft, time);
      await this.#frame.now();
    },
  });
  #opened = new Loader<Opened>(this, (signal) => this.#open(signal));

  constructor() {
    super();
    this.say = translator('en');
    this.added = [];
    this.at = 0;
    this.trial = 'own';
    this.thumbnails = new Map();
    this.faults = new Map();
    this.isRestored = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('beforeunload', this.#askBeforeUnload);
    addEventListener('keydown', this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('beforeunload', this.#askBeforeUnload);
    removeEventListener('keydown', this.#key);
    this.#leaving.abort();
    this.#parts?.dispose();
  }

  /** The texts of this page come in the language of the studio, also when a person changes it. */
  protected override willUpdate(): void {
    if (!this.app || this.#language === this.app.lang) return;
    const language = this.app.lang as Language;
    this.#language = language;
    void loadStrings(language).then((shownLanguage) => {
      if (this.#language === language) this.say = translator(shownLanguage);
    });
  }

  protected override updated(changed: PropertyValues<this>): void {
    const keys = ['work', 'added', 'at', 'trial', 'say'] as const;
    if (keys.some((key) => changed.has(key))) this.#frame.soon();
  }

  /** Reads the draft and what is shown beside it. */
  async #open(signal: AbortSignal): Promise<Opened> {
    const { client, lang } = this.app;
    const id = this.route.params['version'] ?? '';
    const calls = draftCallsOf(client, id);
    const [draft, version, language] = await Promise.all([
      calls.read({ signal }),
      client.versions.get(id, { signal }),
      loadStrings(lang as Language),
    ]);
    const template = await client.templates.get(draft.template_id, { signal });
    const say = translator(language);
    this.say = say;
    const first = workOf(draft, (index) => say('section.scene', { number: index + 1 }));
    const text = storedText(id);
    const keptWork = text === undefined ? undefined : workOfText(text, first, draft);
    this.#history = new History(first);
    if (keptWork) this.#history.push(keptWork.work);
    this.work = this.#history.present;
    this.added = keptWork?.files ?? [];
    this.isRestored = keptWork !== undefined;
    const times = Object.values(draft.stillcuts).filter((time) => time < draft.duration);
    this.at = this.#frameTime(draft, times[0] ?? draft.duration / 2);
    this.#parts = new Stills(calls.still);
    const templateName = nameText(template.name, this.t('common.noName'));
    this.app.setTitle(templateName);
    void this.#loadThumbnails(draft, first);
    this.#frame.start(calls);
    return { calls, draft, version, templateName, first, missing: missingFilesOf(draft) };
  }

  override render() {
    const { state } = this.#opened;
    if (!this.app.session.isAdmin) return adminsNotice(this);
    if (state.value) return this.#page(state.value);
    if (state.status === 'failed')
      return failedNotice(this.app, state.error, () => this.#opened.reload());
    return waitingNotice(this);
  }

  #page(opened: Opened) {
    const { app, say, work, marked, hovered } = this;
    const { state: saving } = this.#saving;
    const { draft } = opened;
    const frame = this.#frame;
    const visible = work.entries.filter(
      ({ contents, isMinor, isChosen, id }) =>
        contents.length > 0 && (isChosen || !isMinor || id === marked),
    );
    const inFrame = visible.filter(
      ({ type, contents }) => type !== 'color' && contents.some(({ places }) => places.length > 0),
    );
    return html`<div class="page">
      ${this.#bar(opened)}
      <div class="left" ${customProperties({ '--ratio': String(draft.width / draft.height) })}>
        <studio-frame-stage
          .app=${app}
          .say=${say}
          .draft=${draft}
          .entries=${visible}
          .at=${this.at}
          .address=${frame.address ?? Object.values(opened.version.stillcuts)[0]}
          .isExact=${frame.address !== undefined}
          .isDrawing=${frame.isDrawing && !this.#playing.isPlaying}
          .error=${frame.error}
          .marked=${marked}
          .hovered=${hovered}
          @mark=${this.#onMark}
          @hover=${this.#onHover}
          @retry=${frame.again}
        ></studio-frame-stage>
        ${this.#tools(draft)}
        <studio-time-line
          .app=${app}
          .say=${say}
          .draft=${draft}
          .entries=${inFrame}
          .at=${this.at}
          .marked=${marked}
          .hovered=${hovered}
          @seek=${({ detail }: CustomEvent<{ at: number }>) => {
            this.#playing.stop();
            this.at = this.#frameTime(draft, detail.at);
          }}
          @mark=${this.#onMark}
          @hover=${this.#onHover}
        ></studio-time-line>
      </div>
      ${this.#side(opened)}
      <studio-save-dialog
        .app=${app}
        .say=${say}
        .state=${saving}
        ?open=${saving !== undefined}
        @retry=${() => void this.#save()}
        @close=${() => this.#saving.close()}
      ></studio-save-dialog>
    </div>`;
  }

  #bar({ draft, version, templateName }: Opened) {
    const { app, say, work } = this;
    const count = work.entries.filter(({ isChosen }) => isChosen).length;
    const address = `/templates/${draft.template_id}?version=${version.id}`;
    const { canUndo, canRedo } = this.#history;
    return html`<div class="bar">
      <a
        class="back"
        href="#${address}"
        aria-label=${app.t('fill.toTemplate')}
        @click=${(event: Event) => void this.#leave(event, address)}
        >${icon('back')}</a
      >
      <div class="titles">
        <h1>${app.t('makeEditable.title')}</h1>
        <span class="hint" dir="auto">${templateName}</span>
      </div>
      <button
        class="plain history"
        aria-label=${say('bar.undo')}
        title=${say('bar.undo')}
        aria-disabled=${!canUndo}
        @click=${() => this.#goBack()}
      >
        ${icon('undo')}
      </button>
      <button
        class="plain history"
        aria-label=${say('bar.redo')}
        title=${say('bar.redo')}
        aria-disabled=${!canRedo}
        @click=${() => this.#goForth()}
      >
        ${icon('redo')}
      </button>
      <button
        class="primary save"
        aria-disabled=${count === 0 || this.#saving.state !== undefined}
        @click=${() => void this.#save()}
      >
        ${app.t('common.save')}
      </button>
    </div>`;
  }

  #tools({ duration }: TemplateDraft) {
    const { work } = this;
    return html`<studio-frame-tools
      .app=${this.app}
      .say=${this.say}
      .trial=${this.trial}
      .hasTexts=${work.entries.some(({ type, isChosen }) => type === 'text' && isChosen)}
      .isPlaying=${this.#playing.isPlaying}
      .at=${this.at}
      .duration=${duration}
      @play=${() => this.#playing.toggle()}
      @trial=${({ detail }: CustomEvent<Trial>) => {
        this.trial = detail;
      }}
    ></studio-frame-tools>`;
  }

  #side({ draft, missing }: Opened) {
    const { app, say, work } = this;
    const count = work.entries.filter(({ isChosen }) => isChosen).length;
    return html`<div class="side">
      <div class="lead">
        <strong role="status">${say('list.count', { count })}</strong>
        <span class="hint">${say('list.lead')}</span>
      </div>
      ${
        this.isRestored
          ? html`<div class="restored" role="status">
              <span>${say('kept.text')}</span>
              <button @click=${() => this.#startAnew()}>${say('kept.discard')}</button>
            </div>`
          : nothing
      }
      ${
        missing.length > 0
          ? html`<studio-missing-files
              .app=${app}
              .say=${say}
              .missing=${missing}
              .fixed=${placeholdersOf(missing, work, this.added)}
              .added=${this.added}
              .thumbnails=${this.thumbnails}
              @added=${({ detail }: CustomEvent<AddedFile>) => {
                this.added = [...this.added.filter(({ path }) => path !== detail.path), detail];
                this.#storeSoon();
              }}
            ></studio-missing-files>`
          : nothing
      }
      ${
        draft.contents.length === 0
          ? html`<p class="muted">${say('list.empty')}</p>`
          : html`<studio-content-list
              .app=${app}
              .say=${say}
              .work=${work}
              .marked=${this.marked}
              .hovered=${this.hovered}
              .thumbnails=${this.thumbnails}
              .added=${this.#addedContents(missing)}
              .faults=${this.faults.size > 0 ? this.faults : faultsByEditable(this.#frame.error, this.app.t)}
              @work=${({ detail }: CustomEvent<WorkChange>) => this.#change(detail)}
              @mark=${this.#onMark}
              @hover=${this.#onHover}
            ></studio-content-list>`
      }
    </div>`;
  }

  #onMark = ({ detail }: CustomEvent<{ id?: string }>) => {
    this.#playing.stop();
    this.marked = detail.id;
    const draft = this.#opened.value?.draft;
    const entry = this.work.entries.find(({ id }) => id === detail.id);
    if (!draft || !entry) return;
    const stillTimes = Object.values(draft.stillcuts);
    this.at = this.#frameTime(draft, timeToSee(entry.contents, this.at, stillTimes));
  };

  #onHover = ({ detail }: CustomEvent<{ id?: string }>) => {
    this.hovered = detail.id;
  };

  /** The time of the frame that is shown at a time. */
  #frameTime({ duration, fps }: TemplateDraft, time: number): number {
    const last = Math.max(0, Math.ceil(duration * fps) - 1);
    return Math.min(last, Math.max(0, Math.floor(time * fps + 1e-6))) / fps;
  }

  #change({ work, key }: WorkChange): void {
    this.#history.push(work, key);
    this.work = work;
    this.faults = new Map();
    this.#storeSoon();
  }

  #goBack(): void {
    this.#history.undo();
    this.work = this.#history.present;
    this.#storeSoon();
  }

  #goForth(): void {
    this.#history.redo();
    this.work = this.#history.present;
    this.#storeSoon();
  }

  #startAnew(): void {
    const { first } = this.#opened.value ?? {};
    if (!first) return;
    this.#change({ work: first });
    this.added = [];
    this.isRestored = false;
  }

  get #isChanged(): boolean {
    const { first } = this.#opened.value ?? {};
    return first !== undefined && (this.work !== first || this.added.length > 0);
  }

  /** The work is kept in the browser, also if it is closed before it is saved. */
  #storeSoon(): void {
    clearTimeout(this.#storeTimer);
    this.#storeTimer = setTimeout(() => this.#store(), STORE_MS);
  }

  #store(): void {
    const id = this.#opened.value?.version.id;
    if (id === undefined) return;
    const text = textOfWork({ work: this.work, files: this.added });
    storeWork(id, this.#isChanged ? text : undefined);
  }

  #askBeforeUnload = (event: BeforeUnloadEvent) => {
    if (!this.#isChanged) return;
    this.#store();
    event.preventDefault();
  };

  /** Asks before the page is left with unsaved work, which the browser keeps. */
  async #leave(event: Event, address: string): Promise<void> {
    if (!this.#isChanged) return;
    event.preventDefault();
    this.#store();
    const agreed = await this.app.confirm({
      heading: this.say('leave.heading'),
      text: this.say('leave.text'),
      action: this.say('leave.action'),
    });
    if (agreed) this.app.navigate(address);
  }

  #key = (event: KeyboardEvent) => {
    const target = event.composedPath()[0];
    const isTyping =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && /^(text|number)$/.test(target.type));
    if (event.key === 'Escape' && !this.#saving.state && this.marked !== undefined) {
      this.marked = undefined;
    }
    if (isTyping || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) this.#goForth();
    else this.#goBack();
  };

  /** The ids of the contents whose missing images and videos were added. */
  #addedContents(missing: readonly MissingFile[]): Set<string> {
    const addedPaths = new Set(this.added.map(({ path }) => path));
    return new Set(
      missing.flatMap(({ path, contentIds }) => (addedPaths.has(path) ? contentIds : [])),
    );
  }

  get #files() {
    return this.added.map(({ path, uploadId }) => ({ path, upload_id: uploadId }));
  }

  #request({ draft }: Opened): StillRequest {
    const { say, work, trial } = this;
    const words = { short: say('try.shortText'), long: say('try.longText') };
    const resources = resourcesOf(work.entries, trial, words);
    const box = this.renderRoot.querySelector('studio-frame-stage')?.getBoundingClientRect();
    const pixels = (box?.width ?? 0) * devicePixelRatio || draft.width;
    const width = Math.ceil(pixels / WIDTH_STEP) * WIDTH_STEP;
    return {
      settings: settingsForStill(settingsOf(work, draft.settings)),
      resources,
      ...(this.added.length > 0 && { files: this.#files }),
      at: this.at,
      width: Math.min(width, MAX_WIDTH, draft.width),
      format: 'webp',
    };
  }

  /** Cuts the images of the list out of frames, one frame after the other. */
  async #loadThumbnails(draft: TemplateDraft, { entries }: Work): Promise<void> {
    const settings: Settings = settingsForStill(draft.settings);
    for (const [at, parts] of wantedParts(entries, draft)) {
      const width = Math.min(THUMBNAIL_WIDTH, draft.width);
      const request: StillRequest = { settings, resources: {}, at, width, format: 'webp' };
      try {
        const url = await this.#parts?.address(request, this.#leaving.signal);
        if (url === undefined) return;
        const foundParts = parts.map((part) => [part.id, thumbnailOf(url, part, draft)] as const);
        this.thumbnails = new Map([...this.thumbnails, ...foundParts]);
      } catch {
        // The list then shows the sign of the type.
        if (this.#leaving.signal.aborted) return;
      }
    }
  }

  /** Makes a new version and opens it to be filled. Placeholders that nobody can fill are confirmed first. */
  async #save(): Promise<void> {
    const opened = this.#opened.value;
    if (!opened || !this.#saving.isFree) return;
    const { calls, draft, missing } = opened;
    if (this.work.entries.every(({ isChosen }) => !isChosen)) {
      this.app.toast(this.say('save.none'), 'info');
      return;
    }
    const placeholders = placeholdersOf(missing, this.work, this.added);
    if (placeholders.length > 0 && !(await this.#acceptsPlaceholders(placeholders))) return;
    this.#store();
    this.faults = new Map();
    const body = { settings: settingsOf(this.work, draft.settings), files: this.#files };
    const sessionId = await this.#saving.run(this.app.client, calls, body);
    if (sessionId !== undefined) this.app.navigate(`/fill/${sessionId}`);
  }

  #acceptsPlaceholders(placeholders: readonly MissingFile[]): Promise<boolean> {
    const { say, app } = this;
    const names = listText(
      placeholders.map(({ name }) => name),
      app.lang,
    );
    return app.confirm({
      heading: say('placeholders.heading'),
      text: say('placeholders.text', { names }),
      action: say('placeholders.save'),
    });
  }

  /** Shows at the entries what is wrong with them. */
  #showFaults(error: unknown): void {
    this.faults = faultsByEditable(error, this.app.t);
    const [name] = this.faults.keys();
    const entry = this.work.entries.find((candidate) => candidate.name === name);
    if (entry) this.marked = entry.id;
  }

  /** The work is a version now: it need not be kept any more. */
  #forgetWork(): void {
    clearTimeout(this.#storeTimer);
    const { version } = this.#opened.value ?? {};
    if (version) storeWork(version.id, undefined);
    this.app.toast(this.say('save.done'), 'success');
  }
}

define('studio-make-editable-page', MakeEditablePage);
