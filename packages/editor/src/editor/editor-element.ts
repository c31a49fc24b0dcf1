import { FramepressError, type RenderSession } from '@framepress/client';
import { type PropertyValues, render as renderTemplate } from 'lit';
import { EditorApi } from '../api/editor-api.ts';
import type { Composition, Mapping, Validation } from '../api/types.ts';
import type { CaptionsEdit } from '../draft/draft.ts';
import { failureKind } from '../draft/failure.ts';
import { workStore } from '../draft/work-store.ts';
import { defineElement, type FieldChange, type FieldContext } from '../fields/field-element.ts';
import type { Form } from '../form/form.ts';
import type { Stage } from '../stage/stage.ts';
import {
  chooseLanguage,
  type Language,
  loadStrings,
  type StringKey,
  translator,
} from '../strings/index.ts';
import { Captioning } from './captioning.ts';
import { Editing, type Opened, open } from './editing.ts';
import { EditorProperties, paletteOf, textsOf } from './editor-properties.ts';
import { editorView } from './editor-view.ts';
import { FieldContexts } from './field-contexts.ts';
import { commandOf, isInControl } from './keyboard.ts';
import { Layers } from './layers.ts';
import { mediaLibrary } from './media-library.ts';
import { Picking } from './picking.ts';

/** A change of these opens only what could not be opened before: a page may make new functions often. */
const ACCESS = ['token', 'fetch', 'requestHeaders'] as const;

/** A tab that is seen looks so often for changes that were made elsewhere. */
const FOLLOW_MS = 20_000;

/** Another tab of this browser has saved a revision of a session. */
type TabMessage = { session: string; revision: number };

/** `<framepress-editor>`: the form of a template beside its live frame. */
export class FramepressEditor extends EditorProperties {
  #api: EditorApi | undefined;
  #editing: Editing | undefined;
  #failure: unknown;
  #composition: Composition | undefined;
  #layers: Layers | undefined;
  #language: Language = 'en';
  #notice = '';
  #seconds = 0;
  #given: Mapping | undefined;
  readonly #contexts = new FieldContexts();
  readonly #captioning = new Captioning(() => this.requestUpdate());
  #picking = this.#makePicking();
  #connection: AbortController | undefined;
  /** Tabs of this browser that edit the same session follow each other at once. */
  #otherTabs: BroadcastChannel | undefined;
  #opening: AbortController | undefined;
  /** The token whose end was reported. */
  #endedToken: string | undefined;
  readonly #askMediaLibrary = mediaLibrary((detail) =>
    this.#emit('framepress-media-library', detail),
  );

  /** The mapping with all edits. */
  get mapping(): Mapping | undefined {
    return this.#editing?.mapping ?? this.#given;
  }

  set mapping(mapping: Mapping) {
    this.#given = mapping;
    this.#editing?.replace(mapping);
  }

  undo(): void {
    if (this.#editing?.undo()) this.#notify('editor.undone');
  }

  redo(): void {
    if (this.#editing?.redo()) this.#notify('editor.redone');
  }

  /** Checks the mapping as a render does, and shows its faults in their fields. */
  async validate(): Promise<Validation> {
    const { editing, api } = this.#requireOpened();
    const result = await api.validate(editing.mapping);
    editing.faults = result.errors;
    this.requestUpdate();
    return result;
  }

  /** Saves and renders. Resolves with the session when the render has ended. */
  async render({
    render = 'preview',
  }: {
    render?: 'preview' | 'final';
  } = {}): Promise<RenderSession> {
    const { editing } = this.#requireOpened();
    editing.complete(this.areExamplesUsed);
    try {
      return await editing.render(render, () => this.#emit('framepress-render', { render }));
    } catch (error) {
      this.#fail(error);
      if (failureKind(error) === 'invalid') {
        await this.updateComplete;
        this.focusFirstProblem();
      }
      throw error;
    }
  }

  /** Gives the session another title, which is saved at once. An empty title changes nothing. */
  rename(title: string): void {
    const { editing } = this.#requireOpened();
    if (editing.rename(title)) this.#emit('framepress-title', { title: editing.title });
  }

  /**
   * Moves the focus to the first field that keeps the video from being rendered. Returns whether there
   * is such a field.
   */
  focusFirstProblem(): boolean {
    if (this.#form?.hasProblem) this.#showForm();
    return this.#form?.focusFirstProblem() ?? false;
  }

  /**
   * After a render: makes a copy of the session, opens it in this element, and fires `framepress-copied`.
   * Resolves with the id of the copy. Throws errors of the API, which are also reported as an event.
   */
  async copy(): Promise<string> {
    const { editing } = this.#requireOpened();
    const { session: from } = this;
    try {
      const { id, token } = await editing.copy();
      this.session = id;
      if (token !== undefined) this.token = token;
      this.#notify('render.copied');
      this.#emit('framepress-copied', { session: id, from });
      return id;
    } catch (error) {
      editing.renders.error = error;
      this.#fail(error);
      this.requestUpdate();
      throw error;
    }
  }

  /** Fires `framepress-close`, which can be canceled while there are unsaved changes. */
  close(): boolean {
    const hasUnsavedChanges = this.#editing?.hasUnsavedWork ?? false;
    return this.#emit('framepress-close', { hasUnsavedChanges }, hasUnsavedChanges);
  }

  /**
   * Listens on the window only while the element is in a page. An element that is moved opens its
   * session anew.
   */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    window.addEventListener('online', () => this.#resume(), { signal });
    const follow = () => {
      if (document.visibilityState === 'visible') void this.#editing?.follow();
    };
    window.addEventListener('focus', follow, { signal });
    document.addEventListener('visibilitychange', follow, { signal });
    const timer = setInterval(follow, FOLLOW_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    this.#otherTabs = new BroadcastChannel('framepress-editor');
    this.#otherTabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.session !== this.session) return;
      this.#editing?.savedInTab(data.revision);
      void this.#editing?.follow();
    });
    window.addEventListener(
      'beforeunload',
      (event) => {
        if (this.#editing?.hasUnsavedWork) event.preventDefault();
      },
      { signal },
    );
    this.addEventListener('keydown', this.#runShortcut, { signal });
    if (this.hasUpdated) void this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.abort();
    this.#otherTabs?.close();
    this.#opening?.abort();
    this.#editing?.dispose();
    this.#editing = undefined;
  }

  /** The network is back: an editor that could not be opened is opened. */
  #resume(): void {
    if (this.#editing) this.#editing.retry();
    else if (this.#failure !== undefined) void this.#open();
  }

  /** Renders with `this` as the host of the listeners. */
  protected override update(changes: PropertyValues<this>): void {
    super.update(changes);
    renderTemplate(this.#view(), this.renderRoot, { host: this });
    const { width, height } = this.#composition?.video ?? this.#editing?.opened.version ?? {};
    // The content security policy of a page may forbid style attributes.
    this.renderRoot
      .querySelector<HTMLElement>('.preview')
      ?.style.setProperty('--video-ratio', String((width ?? 16) / (height ?? 9)));
  }

  /**
   * Opens anew when another session is meant. A new token makes an open one try again; other access
   * opens only if nothing is open.
   */
  protected override updated(changes: PropertyValues<this>): void {
    const keys = ['server', 'session', 'templateVersion', 'isViewOnly'] as const;
    if (changes.has('lang')) void this.#loadLanguage();
    if (keys.some((key) => changes.has(key))) void this.#open();
    else if (changes.has('token') && this.#editing) this.#editing.retry();
    else if (ACCESS.some((key) => changes.has(key)) && !this.#editing) void this.#open();
  }

  /**
   * Opens the session or the version of the properties anew, after it has ended the editing before.
   * Unsaved work of a session stays in the store of the page. A newer call aborts this one.
   */
  async #open(): Promise<void> {
    const { server, session: sessionId, templateVersion: versionId } = this;
    this.#opening?.abort();
    this.#editing?.dispose();
    this.#editing = undefined;
    this.#composition = undefined;
    this.#layers = undefined;
    this.#picking = this.#makePicking();
    this.#captioning.close();
    this.#failure = undefined;
    if (!server || !(sessionId || versionId)) return this.requestUpdate();
    this.#opening = new AbortController();
    const { signal } = this.#opening;
    try {
      const api = new EditorApi({
        server,
        token: () => this.token,
        headers: () => this.requestHeaders?.() ?? {},
        fetch: (...request) => (this.fetch ?? globalThis.fetch)(...request),
        onTokenEnded: (token) => this.#reportTokenEnd(token),
      });
      this.#api = api;
      await this.#loadLanguage();
      const initial = this.#given && { mapping: this.#given };
      const { isViewOnly } = this;
      const opened = await open(api, { sessionId, versionId, isViewOnly, ...initial }, signal);
      if (signal.aborted) return;
      this.#layers = this.#makeLayers(api, opened);
      this.#editing = new Editing(api, opened, this.#editingHost(), (id) =>
        workStore(() => sessionStorage, id),
      );
      this.requestUpdate();
      await this.updateComplete;
      this.#emit('framepress-ready', { mapping: this.mapping });
    } catch (error) {
      if (signal.aborted) return;
      this.#failure = error;
      this.#fail(error);
    }
    this.requestUpdate();
  }

  #makeLayers(api: EditorApi, { specs }: Opened): Layers {
    return new Layers({
      specs,
      read: (frame) => api.places(specs.id, frame),
      isHidden: (name) => this.hiddenEditables.includes(name),
      frame: () => this.#stage?.frame ?? 0,
      update: () => this.requestUpdate(),
    });
  }

  /** Returns what `Editing` calls: it shows compositions, and makes events of the rest. */
  #editingHost(): ConstructorParameters<typeof Editing>[2] {
    return {
      show: async (composition) => {
        await this.updateComplete;
        await this.#stage?.updateComplete;
        await this.#stage?.load(composition);
        const isFirst = this.#composition === undefined;
        this.#composition = composition;
        if (isFirst) this.#picking.showFirst(composition);
      },
      update: () => this.requestUpdate(),
      onEdit: (patch) => this.#emit('framepress-change', { patch, mapping: this.mapping }),
      onSaved: (revision) => {
        const message: TabMessage = { session: this.session, revision };
        this.#otherTabs?.postMessage(message);
      },
      onFit: (fit) => this.#emit('framepress-fit', { fit }),
      onRendered: (session) => this.#emit('framepress-rendered', { session }),
      onError: (error) => this.#fail(error),
    };
  }

  /** Shows the texts of the chosen language. A newer choice wins. */
  async #loadLanguage(): Promise<void> {
    const { lang } = this;
    const language = await loadLanguageOf(this);
    // It may have been changed again while its strings were loaded.
    if (lang !== this.lang) return;
    this.#language = language;
    // Without a language of the page, that of the browser decides about the font.
    this.dataset['language'] = language;
    this.#contexts.clear();
    this.requestUpdate();
  }

  /** Collects what `editorView` needs. */
  #view(): unknown {
    const context = this.#fieldContext();
    return editorView({
      t: translator(this.#language),
      lang: this.#language,
      context,
      editing: this.#editing,
      failure: this.#failure,
      isConfigured: this.server !== '' && (this.session !== '' || this.templateVersion !== ''),
      composition: this.#composition,
      locked: new Set(this.locked),
      hidden: new Set(this.hiddenEditables),
      siblings: this.siblings,
      areExamplesUsed: this.areExamplesUsed,
      isRenderHidden: this.isRenderHidden,
      isCloseHidden: this.isCloseHidden,
      seconds: this.#seconds,
      frameSeconds: (this.#stage?.frame ?? 0) / (this.#composition?.video.fps ?? 1),
      isPlaying: this.#stage?.isPlaying ?? false,
      captioning: this.#captioning,
      areCaptionsHidden: this.areCaptionsHidden,
      areCaptionsLocked: this.areCaptionsLocked,
      outlines: this.#layers?.outlines ?? [],
      inPlace: this.#editing && this.#layers?.inPlace(this.#editing.mapping),
      handle: this.#picking.handle,
      notice: this.#notice,
      act: {
        undo: () => this.undo(),
        redo: () => this.redo(),
        close: () => void this.close(),
        render: () => this.#renderByButton(),
        rename: (title) => this.rename(title),
        showMissing: () => void this.focusFirstProblem(),
        reopen: () => void this.#open(),
        retry: () => this.#editing?.retry(),
        keepMine: () => this.#editing?.keepMine(),
        takeTheirs: () => this.#editing?.takeTheirs(),
        makeFinal: () => void this.render({ render: 'final' }).catch(() => undefined),
        copy: () => void this.copy().catch(() => undefined),
        change: (change) => this.#change(change),
        focus: (name) => this.#picking.useField(name),
        blur: () => this.#layers?.use(undefined),
        hover: (pick) => this.#layers?.hover(pick),
        pick: (pick) => void this.#picking.focusFieldAt(pick),
        editInPlace: (pick) => void this.#picking.editInPlace(pick),
        typeInPlace: (typed) => this.#picking.typeInPlace(typed),
        endInPlace: (end) => this.#picking.endInPlace(end),
        movePoint: (move) => this.#picking.movePoint(move),
        seek: (seconds) => void this.#stage?.seekSeconds(seconds),
        closeCaptions: () => this.#closeCaptions(),
        editCaptions: (edit) => this.#editCaptions(edit),
        frame: (frame) => this.#frameShown(frame),
        frameFailed: (error) => this.#editing?.frameFailed(error),
      },
    });
  }

  /** Undefined until the editor has opened a session or version. */
  #fieldContext(): FieldContext | undefined {
    const editing = this.#editing;
    const api = this.#api;
    if (!editing || !api) return undefined;
    const { specs, version } = editing.opened;
    const { width, height } = version;
    const askMediaLibrary = this.hasMediaLibrary ? this.#askMediaLibrary : undefined;
    return this.#contexts.contextOf({
      api,
      askMediaLibrary,
      language: this.#language,
      video: width && height ? { width, height } : undefined,
      fontChoices: specs.fonts,
      packageFonts: specs.package_fonts ?? specs.fonts,
      palette: paletteOf(this.palette, specs, editing.mapping),
      texts: textsOf(specs),
      mapping: () => editing.mapping,
    });
  }

  /** Ignores locked fields, whatever their control sends. */
  #change({ name, group, entry, isCommitted }: FieldChange): void {
    if (this.locked.includes(name)) return;
    this.#editing?.edit({ name, group, entry, isCommitted, atMs: performance.now() });
  }

  /** Ignores what locked controls send. */
  #editCaptions(edit: Omit<CaptionsEdit, 'atMs'>): void {
    if (this.areCaptionsLocked || this.areCaptionsHidden) return;
    this.#editing?.editCaptions({ ...edit, atMs: performance.now() });
  }

  /** The focus goes back to what has opened the captions. */
  #closeCaptions(): void {
    this.#showForm();
    void this.#form?.updateComplete.then(() => this.#form?.focusCaptions());
  }

  #makePicking(): Picking {
    const element = this;
    return new Picking({
      get editing() {
        return element.#editing;
      },
      get layers() {
        return element.#layers;
      },
      get composition() {
        return element.#composition;
      },
      get form() {
        return element.#form;
      },
      get stage() {
        return element.#stage;
      },
      showForm: () => this.#showForm(),
      onError: (error) => this.#fail(error),
    });
  }

  /** Closes the captions. The form is there at once, so that its fields can get the focus. */
  #showForm(): void {
    if (!this.#captioning.isOpen) return;
    this.#captioning.close();
    this.performUpdate();
  }

  /** Reads where the layers of a paused frame are, and lets the siblings follow. */
  #frameShown(frame: number): void {
    if (!this.#stage?.isPlaying) this.#layers?.readAhead(frame);
    this.#updateSiblings(frame);
    this.requestUpdate();
  }

  /** Lets the siblings follow a paused frame. They are not drawn during playback. */
  #updateSiblings(frame: number): void {
    if (this.siblings.length === 0 || this.#stage?.isPlaying) return;
    this.#seconds = frame / (this.#composition?.video.fps ?? 1);
    this.requestUpdate();
  }

  /** Runs the command of a key, unless a control within the editor has used the key. */
  readonly #runShortcut = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const command = commandOf(event, isInControl(event));
    const stage = this.#stage;
    if (!command || !this.#editing || !stage) return;
    event.preventDefault();
    if (command === 'undo') this.undo();
    else if (command === 'redo') this.redo();
    else stage.command(command);
  };

  /** A page may cancel `framepress-before-render` to ask how the video is made. */
  #renderByButton(): void {
    if (this.focusFirstProblem()) this.#notify('render.incomplete');
    else if (this.#emit('framepress-before-render', { mapping: this.mapping }, true))
      this.render().catch(() => undefined);
  }

  /** Throws a `FramepressError` until the editor has opened a session or version. */
  #requireOpened(): { editing: Editing; api: EditorApi } {
    const [editing, api] = [this.#editing, this.#api];
    if (editing && api) return { editing, api };
    throw new FramepressError('The editor is not ready. Wait for the event framepress-ready.');
  }

  /** Shows a notice to the person. */
  #notify(key: StringKey): void {
    this.#notice = translator(this.#language)(key);
    this.requestUpdate();
  }

  /** Notes that the service refused a token. The event is sent once for each token. */
  #reportTokenEnd(token: string): void {
    this.#editing?.tokenEnded();
    if (this.#endedToken === token) return;
    this.#endedToken = token;
    const message = 'The edit token has ended. Set a new token: nothing is lost.';
    const error = new FramepressError(message, { status: 401, code: 'token_expired' });
    this.#emit('framepress-error', { code: error.code, message, error });
  }

  /**
   * Reports an error to the page. Errors of the service for a refused token are left to
   * `#reportTokenEnd`.
   */
  #fail(error: unknown): void {
    // The end of a token is reported once.
    if (this.token && error instanceof FramepressError && error.status === 401) return;
    const { code = 'unexpected', message } = Object(error) as { code?: string; message?: string };
    this.#emit('framepress-error', { code, message: message ?? String(error), error });
  }

  /** Dispatches an event to the page. Returns false if the page has canceled it. */
  #emit(name: string, detail: object, cancelable = false): boolean {
    const options = { bubbles: true, composed: true, cancelable, detail };
    return this.dispatchEvent(new CustomEvent(name, options));
  }

  get #form(): Form | null {
    return this.renderRoot.querySelector<Form>('framepress-form');
  }

  get #stage(): Stage | null {
    return this.renderRoot.querySelector<Stage>('framepress-stage');
  }
}

/** Loads the strings of an element: in its language, else in that of the page, else of the browser. */
function loadLanguageOf(element: HTMLElement): Promise<Language> {
  const page = element.closest('[lang]')?.getAttribute('lang') ?? '';
  return loadStrings(chooseLanguage([element.lang, page, ...navigator.languages]));
}

defineElement('framepress-editor', FramepressEditor);
