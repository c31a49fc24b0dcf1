import type { TemplateStyleVersion } from '@framepress/client';
import { FramepressError } from '@framepress/client';
import type { EditorApi, StillFrame } from '../api/editor-api.ts';
import type {
  Composition,
  Fault,
  Fit,
  Group,
  Mapping,
  RenderSession,
  Session,
  Specs,
  Warning,
} from '../api/types.ts';
import {
  Autosave,
  type KeptWork,
  type Merged,
  type SaveState,
  type WorkStore,
} from '../draft/autosave.ts';
import { withDesignValues } from '../draft/design-values.ts';
import { type CaptionsEdit, Draft, type Edit } from '../draft/draft.ts';
import { failureKind } from '../draft/failure.ts';
import { entryOf, type Patch } from '../draft/json-patch.ts';
import { type Change, changes, merge, withChanges } from '../draft/merge.ts';
import { Preview, type PreviewState } from '../draft/preview.ts';
import { TitleSave } from '../draft/title-save.ts';
import { RenderWatch } from './render-watch.ts';

/** What the editor opens: a session, or a template version whose mapping is not saved. */
export type Opened = {
  session: Session | undefined;
  specs: Specs;
  version: TemplateStyleVersion;
  mapping: Mapping;
  /** The person may look at the session but not change it. */
  isViewOnly: boolean;
};

type Wanted = { sessionId: string; versionId: string; isViewOnly: boolean; mapping?: Mapping };

export type EditingHost = {
  /** Shows a composition. The frame before stays until then. */
  show(composition: Composition): Promise<void>;
  /** The state changed. */
  update(): void;
  onEdit(patch: Patch): void;
  /** The session has the newest work, as this revision. */
  onSaved(revision: number): void;
  onFit(fit: Readonly<Record<string, Fit>>): void;
  onRendered(session: RenderSession): void;
  onError(error: unknown): void;
};

/**
 * Reads the session, if there is one, and its template version. A session has its own mapping and
 * version; the wanted ones are used without a session. Throws errors of the API and aborts.
 */
export async function open(
  api: EditorApi,
  { sessionId, versionId, mapping, isViewOnly }: Wanted,
  signal: AbortSignal,
): Promise<Opened> {
  const session = sessionId ? await api.session(sessionId, { signal }) : undefined;
  const id = session?.template_style_version_id ?? versionId;
  const [specs, version] = await Promise.all([
    api.specs(id, { signal }),
    api.version(id, { signal }),
  ]);
  const initialMapping = mapping ?? { template_style_version_id: id, resources: {} };
  return {
    session,
    specs,
    version,
    mapping: session ? mappingOf(session) : initialMapping,
    isViewOnly,
  };
}

/** Returns the mapping of a session as a request has it. */
function mappingOf({ mapping }: Session): Mapping {
  const { id: _, ...body } = mapping;
  return body as unknown as Mapping;
}

/** An opened session with its draft, its preview and its saving. */
export class Editing {
  readonly opened: Opened;
  readonly draft: Draft;
  fit: Readonly<Record<string, Fit>> = {};
  /** The mapping that the frame shows. */
  frameMapping: Mapping | undefined;
  faults: readonly Fault[] = [];
  saveState: SaveState = 'saved';
  saveError: unknown;
  previewState: PreviewState = 'drawing';
  previewError: unknown;
  /** What the service says of the composition that is shown. */
  warnings: readonly Warning[] = [];
  readonly renders: RenderWatch;
  /** The service does not accept the token any more. */
  hasTokenEnded = false;
  readonly #api: EditorApi;
  readonly #host: EditingHost;
  readonly #autosave: Autosave | undefined;
  readonly #titleSave: TitleSave | undefined;
  readonly #preview: Preview<Composition>;
  readonly #end = new AbortController();
  /** After a conflict: the fields that others have changed, too, with their entries. */
  conflicts: readonly Change[] = [];
  #their: { revision: number; mapping: Mapping } | undefined;
  /** The newest revision that another tab of this browser has saved. */
  #tabRevision = 0;
  #isFollowing = false;

  constructor(
    api: EditorApi,
    opened: Opened,
    host: EditingHost,
    storeOf: (sessionId: string) => WorkStore,
  ) {
    this.#api = api;
    this.#host = host;
    this.opened = opened;
    const { session } = opened;
    this.renders = new RenderWatch(api, host, opened, this.#end.signal);
    const store = session && storeOf(session.id);
    const storedWork = store?.read();
    const isKept =
      storedWork?.mapping.template_style_version_id === opened.specs.id && !this.isReadOnly;
    this.draft = new Draft(isKept && storedWork ? storedWork.mapping : opened.mapping);
    this.#preview = new Preview<Composition>({
      // The stored mapping needs no right to write.
      compose: (mapping, signal) =>
        session && opened.isViewOnly
          ? api.sessionComposition(session.id, { signal })
          : api.composition(mapping, undefined, { signal }),
      show: (composition, mapping) => this.#show(composition, mapping),
      onState: (state, error) => {
        this.previewState = state;
        this.previewError = error;
        if (state === 'current' && this.saveState === 'offline') this.#autosave?.retry();
        if (error !== undefined && state !== 'outdated') host.onError(error);
        host.update();
      },
      onFaults: (faults) => {
        this.faults = faults;
        host.update();
      },
    });
    this.#autosave = session && store && this.#createAutosave(session, store);
    this.#titleSave = session && this.#createTitleSave(session);
    this.#preview.want(this.mapping);
    if (session) this.renders.show(session);
    if (session && storedWork && isKept) this.#saveStored(storedWork, session);
  }

  /** Saves the work of an earlier visit, merged with what others have changed since. */
  #saveStored({ revision, mapping, base }: KeptWork, session: Session): void {
    if (revision === session.revision) {
      this.#autosave?.change(mapping);
      return;
    }
    const their = { revision: session.revision, mapping: mappingOf(session) };
    // Without what was saved before, nobody knows who has changed a field.
    const { theirs, conflicts } = base
      ? merge(base, mapping, their.mapping)
      : { theirs: [], conflicts: changes(mapping, their.mapping) };
    this.#announce(this.draft.rebase((each) => withChanges(each, theirs)));
    this.conflicts = conflicts;
    this.#their = conflicts.length > 0 ? their : undefined;
    if (this.#their) this.#autosave?.conflict(this.mapping);
    else
      this.#autosave?.decide({
        revision: their.revision,
        base: their.mapping,
        mapping: this.mapping,
      });
  }

  get mapping(): Mapping {
    return this.draft.mapping;
  }

  /** A session that was started cannot be changed. */
  get isReadOnly(): boolean {
    const { session, isViewOnly } = this.opened;
    return (
      isViewOnly || this.renders.isStarted || (session !== undefined && session.status !== 'draft')
    );
  }

  /** Whether the person may render the finished preview again in the best quality. */
  get canMakeFinal(): boolean {
    return this.opened.session?.status === 'preview_rendered' && this.canCopy;
  }

  /** Whether the person may go on with a copy, because a render has ended. */
  get canCopy(): boolean {
    const { session, isViewOnly } = this.opened;
    if (!session || isViewOnly || this.renders.isWatching) return false;
    return /_rendered$|^(failed|canceled)$/.test(session.status);
  }

  /** Makes a draft with the same content. Throws errors of the API. */
  copy(): Promise<{ id: string; token: string | undefined }> {
    return this.#api.copySession(this.#sessionId(), { signal: this.#end.signal });
  }

  /** Draws a frame on the service, with the examples of the template in place of missing entries. */
  still(frame: StillFrame, signal: AbortSignal): Promise<Blob> {
    const { session, isViewOnly } = this.opened;
    if (session && isViewOnly) return this.#api.sessionStill(session.id, frame, { signal });
    const mapping: Mapping = { ...this.mapping, missing: 'example' };
    return this.#api.still({ ...frame, mapping }, { signal });
  }

  /** Whether the fit of a text or of audio is that of another entry than the field shows. */
  isFitStale(group: Group, name: string): boolean {
    const { frameMapping } = this;
    if (!frameMapping) return false;
    const entryIn = (mapping: Mapping) => JSON.stringify(entryOf(mapping, group, name));
    return entryIn(frameMapping) !== entryIn(this.mapping);
  }

  get hasUnsavedWork(): boolean {
    return (this.#autosave?.hasUnsavedWork ?? false) || this.hasUnsavedTitle;
  }

  get hasUnsavedTitle(): boolean {
    return this.#titleSave?.unsaved !== undefined;
  }

  /** The title of the session, as the person wrote it last; else the name of the version. */
  get title(): string | undefined {
    const { session, version } = this.opened;
    return this.#titleSave?.unsaved ?? session?.title ?? version.name;
  }

  /** Gives the session another title. Returns false if there is nothing to change. */
  rename(text: string): boolean {
    const title = text.trim();
    if (title === '' || title === this.title || this.opened.isViewOnly) return false;
    this.#titleSave?.rename(title);
    this.#host.update();
    return this.#titleSave !== undefined;
  }

  /**
   * Completes the mapping before a render: colors and other values that the form shows become entries, and
   * examples are used if the page wants it. It is no step of undo.
   */
  complete(areExamplesUsed: boolean): void {
    if (this.isReadOnly) return;
    const { specs } = this.opened;
    this.#saveAndAnnounce(
      this.draft.rebase((mapping) =>
        areExamplesUsed ? { ...mapping, missing: 'example' } : withDesignValues(specs, mapping),
      ),
    );
  }

  edit(edit: Edit): void {
    if (!this.isReadOnly) this.#saveAndAnnounce(this.draft.edit(edit));
  }

  editCaptions(edit: CaptionsEdit): void {
    if (!this.isReadOnly) this.#saveAndAnnounce(this.draft.editCaptions(edit));
  }

  /** The steps of the history, unless the session cannot be changed any more. */
  get canUndo(): boolean {
    return this.draft.canUndo && !this.isReadOnly;
  }

  get canRedo(): boolean {
    return this.draft.canRedo && !this.isReadOnly;
  }

  undo(): boolean {
    return this.canUndo && this.#saveAndAnnounce(this.draft.undo());
  }

  redo(): boolean {
    return this.canRedo && this.#saveAndAnnounce(this.draft.redo());
  }

  replace(mapping: Mapping): void {
    if (this.isReadOnly) return;
    this.#saveAndAnnounce(this.draft.replace(mapping));
  }

  /** After a conflict: saves the fields of this page over those of others. */
  keepMine(): void {
    if (!this.#their) return;
    const { revision, mapping: base } = this.#their;
    this.#endConflict();
    this.#autosave?.decide({ revision, base, mapping: this.mapping });
  }

  /** After a conflict: takes the fields of others, as a step that can be undone. */
  takeTheirs(): void {
    if (!this.#their) return;
    const { revision, mapping: base } = this.#their;
    const patch = this.draft.replace(withChanges(this.mapping, this.conflicts));
    this.#endConflict();
    this.#autosave?.decide({ revision, base, mapping: this.mapping });
    this.#announce(patch);
  }

  #endConflict(): void {
    this.#their = undefined;
    this.conflicts = [];
  }

  /**
   * Reads the session and takes over what others have changed in other fields. Returns what is to be
   * saved then, or undefined if both have changed the same field: `conflicts` names these.
   */
  async #merge(base: Mapping): Promise<Merged | undefined> {
    const session = await this.#api.session(this.#sessionId());
    if (session.status !== 'draft')
      throw new FramepressError('The video was rendered elsewhere.', { status: 409 });
    const their = { revision: session.revision, mapping: mappingOf(session) };
    const { theirs, conflicts } = merge(base, this.mapping, their.mapping);
    this.#announce(this.draft.rebase((mapping) => withChanges(mapping, theirs)));
    this.conflicts = conflicts;
    this.#their = conflicts.length > 0 ? their : undefined;
    if (this.#their) return undefined;
    return { revision: their.revision, base: their.mapping, mapping: this.mapping };
  }

  /**
   * Follows what others have changed, while nothing of this page is unsaved: in another tab, or before
   * the person came back to this one. Failures are left to the next change or visit.
   */
  async follow(): Promise<void> {
    const { session } = this.opened;
    if (!session || this.renders.isWatching || this.#isFollowing || !this.#canFollow) return;
    this.#isFollowing = true;
    try {
      const newest = await this.#api.session(session.id, { signal: this.#end.signal });
      // The person may have typed meanwhile. Then the saving merges.
      const autosave = this.#autosave;
      if (!autosave || newest.revision <= autosave.revision || !this.#canFollow) return;
      this.opened.session = newest;
      const mapping = mappingOf(newest);
      const { base } = autosave;
      const theirChanges = changes(base, mapping);
      autosave.follow(newest.revision, mapping);
      this.#announce(this.draft.rebase((each) => withChanges(each, theirChanges)));
      if (newest.status !== 'draft') this.renders.show(newest);
      this.#host.update();
    } catch {
      // Not reachable, or deleted: a change or a render reports it.
    } finally {
      this.#isFollowing = false;
    }
  }

  /** Another tab of this browser has saved a revision. */
  savedInTab(revision: number): void {
    this.#tabRevision = Math.max(this.#tabRevision, revision);
  }

  /** Whether the conflict is with another tab of this browser, so with the same person. */
  get isConflictOfTab(): boolean {
    return this.#their !== undefined && this.#their.revision === this.#tabRevision;
  }

  get #canFollow(): boolean {
    return !this.hasUnsavedWork && (this.saveState === 'saved' || this.opened.isViewOnly);
  }

  /** The person has left a field, or wants to hear the video: a speech that was changed is made now. */
  speak(): void {
    this.#preview.speak();
  }

  /** Sends and draws again: the network is back, or there is a new token. */
  retry(): void {
    this.hasTokenEnded = false;
    this.#autosave?.retry();
    this.#titleSave?.retry();
    this.#preview.retry();
    this.renders.retry();
    this.#host.update();
  }

  /** A frame of the composition that is shown could not be drawn. */
  frameFailed(error: unknown): void {
    this.#host.onError(error);
    const kind = failureKind(error);
    if (kind === 'expired' || kind === 'offline' || kind === 'ended')
      this.#preview.failed(this.mapping, error);
  }

  /** Notes that requests fail until there is a new token. `retry` resets it. */
  tokenEnded(): void {
    this.hasTokenEnded = true;
    this.#host.update();
  }

  /** Saves now. Throws when the work cannot be saved. */
  async flush(): Promise<void> {
    await this.#titleSave?.flush();
    if (!this.#autosave || (await this.#autosave.flush())) return;
    const { saveError } = this;
    throw saveError instanceof Error
      ? saveError
      : new FramepressError('The changes could not be saved.');
  }

  /** Saves and renders, and returns the session when the render has ended. */
  async render(kind: 'preview' | 'final', onStart: () => void): Promise<RenderSession> {
    const id = this.#sessionId();
    this.renders.error = undefined;
    await this.flush();
    try {
      await this.renders.start(id, kind);
      onStart();
    } catch (error) {
      if (error instanceof FramepressError && error.status === 422) this.faults = error.errors;
      else this.renders.error = error;
      this.#host.update();
      throw error;
    }
    return this.renders.watchToEnd(id);
  }

  /** Ends all work without saving: unsaved work stays in its store. */
  dispose(): void {
    this.#end.abort();
    this.renders.retry();
    this.#autosave?.dispose();
    this.#titleSave?.dispose();
    this.#preview.dispose();
  }

  /** Saves the title by itself: a title may be changed in every status. */
  #createTitleSave({ id }: Session): TitleSave {
    return new TitleSave({
      send: async (title) => {
        const session = await this.#api.rename(id, title);
        this.opened.session = session;
        const autosave = this.#autosave;
        // Otherwise the next change of the mapping merges, which is right, too.
        if (autosave && session.revision === autosave.revision + 1)
          autosave.follow(session.revision, autosave.base);
      },
      onState: (error) => {
        if (error !== undefined) this.#host.onError(error);
        else if (!this.hasUnsavedTitle) this.#host.onSaved(this.opened.session?.revision ?? 0);
        this.#host.update();
      },
    });
  }

  /**
   * Saves changes of the mapping in the session. Work that the service has not saved is in `store`,
   * so that it survives a reload of the page.
   */
  #createAutosave({ id, revision }: Session, store: WorkStore): Autosave {
    return new Autosave({
      revision,
      store,
      base: this.opened.mapping,
      merge: (base) => this.#merge(base),
      send: async (mapping, knownRevision) =>
        (await this.#api.patchSession(id, knownRevision, { mapping })).revision,
      onState: (state, error) => {
        this.saveState = state;
        this.saveError = error;
        if (state === 'saved' && this.previewState === 'offline') this.#preview.retry();
        if (error !== undefined) this.#host.onError(error);
        if (state === 'saved') this.#host.onSaved(this.#autosave?.revision ?? revision);
        this.#host.update();
      },
    });
  }

  /**
   * Resolves after the host has shown the composition. Reports its fit only if it differs from the
   * last one.
   */
  async #show(composition: Composition, mapping: Mapping): Promise<void> {
    await this.#host.show(composition);
    this.frameMapping = mapping;
    this.warnings = composition.warnings;
    const isNew = JSON.stringify(this.fit) !== JSON.stringify(composition.fit);
    this.fit = composition.fit;
    if (isNew) this.#host.onFit(this.fit);
    this.#host.update();
  }

  /**
   * Saves and announces a change that the draft already has. Returns false if the patch is empty.
   */
  #saveAndAnnounce(patch: Patch): boolean {
    if (patch.length === 0) return false;
    this.renders.error = undefined;
    this.#autosave?.change(this.mapping);
    this.#announce(patch);
    return true;
  }

  /** Draws a change and reports it to the page. Does not save it. */
  #announce(patch: Patch): void {
    if (patch.length === 0) return;
    this.#preview.want(this.mapping);
    this.#host.onEdit(patch);
    this.#host.update();
  }

  /** Throws if a template version is edited without a session. */
  #sessionId(): string {
    const { session } = this.opened;
    if (session) return session.id;
    throw new FramepressError('A template version without a session cannot be saved or rendered.');
  }
}
