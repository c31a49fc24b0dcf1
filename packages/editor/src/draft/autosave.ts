import type { Mapping } from '../api/types.ts';
import { failureKind, pauseMs } from './failure.ts';

export type SaveState =
  | 'saved'
  | 'unsaved'
  | 'saving'
  | 'offline'
  | 'conflict'
  | 'ended'
  | 'locked'
  | 'gone'
  | 'error';

/** Work that was not saved when the page was closed. `base` is what was saved before it. */
export type KeptWork = { revision: number; mapping: Mapping; base?: Mapping };

/** Keeps unsaved work beyond the life of the page. */
export type WorkStore = {
  read(): KeptWork | undefined;
  /** Undefined: there is no unsaved work. */
  write(work: KeptWork | undefined): void;
};

export type Merged = { revision: number; base: Mapping; mapping: Mapping };

export type AutosaveOptions = {
  /** Sends the mapping and returns the new revision. */
  send: (mapping: Mapping, revision: number) => Promise<number>;
  store: WorkStore;
  revision: number;
  /** The mapping of the revision. */
  base: Mapping;
  /**
   * Is asked when others have changed the session. Resolves with the newest revision, its mapping, and
   * what is to be saved now; undefined if a person has to decide.
   */
  merge: (base: Mapping) => Promise<Merged | undefined>;
  onState: (state: SaveState, error?: unknown) => void;
  /** Pause after an edit, so that a word is one request. */
  delayMs?: number;
};

/**
 * Saves the newest mapping. One request is in flight; edits during it are sent after it. While the
 * service cannot be reached, the work is kept and sent again with growing pauses.
 */
export class Autosave {
  readonly #options: AutosaveOptions;
  #revision: number;
  #base: Mapping;
  #state: SaveState = 'saved';
  #unsaved: Mapping | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #failures = 0;
  /** There is a new token or network since the request in flight was sent. */
  #isRetried = false;
  #isDisposed = false;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#revision = options.revision;
    this.#base = options.base;
  }

  get state(): SaveState {
    return this.#state;
  }

  get hasUnsavedWork(): boolean {
    return this.#unsaved !== undefined;
  }

  /**
   * Saves a mapping soon. Keeps it in the store at once. While a person, a token or the network is
   * needed, it is not sent.
   */
  change(mapping: Mapping): void {
    this.#unsaved = mapping;
    this.#keep(mapping);
    // These wait for a person, a new token, or the network.
    if (['conflict', 'ended', 'locked', 'gone', 'offline'].includes(this.#state)) return;
    if (!this.#sending) this.#setState('unsaved');
    this.#sendAfter(this.#options.delayMs ?? 600);
  }

  /**
   * Saves now and waits, also for edits that are made meanwhile. Returns false after a failure, or
   * if a person has to decide first.
   */
  async flush(): Promise<boolean> {
    for (;;) {
      await this.#sending;
      if (!this.#unsaved || ['conflict', 'locked', 'gone'].includes(this.#state)) break;
      const unsaved = this.#unsaved;
      await this.#send();
      if (this.#unsaved === unsaved) break;
    }
    return !this.#unsaved;
  }

  /** Sends again after a failure: the network is back, or there is a new token. */
  retry(): void {
    this.#isRetried = true;
    if (this.#unsaved && ['offline', 'ended', 'error'].includes(this.#state)) this.#sendAfter(0);
  }

  /** Reports that another tab has changed the session since this work was kept. */
  conflict(mine: Mapping): void {
    this.#unsaved = mine;
    this.#setState('conflict');
  }

  get revision(): number {
    return this.#revision;
  }

  /** What was saved last, or what others have saved since. */
  get base(): Mapping {
    return this.#base;
  }

  /** Others have changed the session, and the person has decided what to save. */
  decide({ revision, base, mapping }: Merged): void {
    this.#revision = revision;
    this.#base = base;
    this.#unsaved = mapping;
    this.#keep(mapping);
    this.#setState('unsaved');
    this.#sendAfter(0);
  }

  /** Others have changed the session, and this page has shown it. Nothing of this page is unsaved. */
  follow(revision: number, base: Mapping): void {
    this.#revision = revision;
    this.#base = base;
  }

  /** Ends the timer. A request in flight goes on, and unsaved work stays in the store. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  /** Sends after a pause, which replaces the one before. */
  #sendAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isDisposed) this.#timer = setTimeout(() => void this.#send(), ms);
  }

  /**
   * Sends now. While a request is in flight, it resolves with that sending, which includes newer
   * work.
   */
  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#sendNewest().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /**
   * Sends until nothing is unsaved. Ends at a failure, unless the token was replaced while the
   * request was in flight: then it sends again.
   */
  async #sendNewest(): Promise<void> {
    while (this.#unsaved) {
      const mapping = this.#unsaved;
      this.#setState('saving');
      this.#isRetried = false;
      try {
        this.#revision = await this.#options.send(mapping, this.#revision);
        this.#base = mapping;
      } catch (error) {
        if (this.#isRetried && failureKind(error) === 'ended') continue;
        if (failureKind(error) === 'conflict' && (await this.#hasMerged(error))) continue;
        if (failureKind(error) !== 'conflict') this.#fail(error);
        return;
      }
      this.#failures = 0;
      if (this.#unsaved === mapping) this.#forgetUnsaved();
      else if (this.#unsaved) this.#keep(this.#unsaved);
    }
    this.#setState('saved');
  }

  /** Merges with the work of others. Returns whether the result is to be sent; else sets a state. */
  async #hasMerged(conflict: unknown): Promise<boolean> {
    try {
      const merged = await this.#options.merge(this.#base);
      if (!merged) {
        this.#fail(conflict);
        return false;
      }
      this.#revision = merged.revision;
      this.#base = merged.base;
      this.#unsaved = merged.mapping;
      this.#keep(merged.mapping);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #keep(mapping: Mapping): void {
    this.#options.store.write({ revision: this.#revision, mapping, base: this.#base });
  }

  /**
   * Sets the state of a failure. Only an unreachable service is retried by a timer; the other
   * states wait for an edit, `retry`, or a decision of the person.
   */
  #fail(error: unknown): void {
    const kind = failureKind(error);
    if (kind === 'offline') {
      this.#setState('offline', error);
      this.#sendAfter(pauseMs(++this.#failures, error));
    } else if (kind === 'conflict' || kind === 'ended' || kind === 'locked') {
      this.#setState(kind, error);
    } else if (kind === 'not_found') {
      this.#setState('gone', error);
    } else {
      // The same mapping would fail again. The next edit may correct it.
      this.#setState('error', error);
    }
  }

  /** Nothing is unsaved any more, here and in the store. */
  #forgetUnsaved(): void {
    this.#unsaved = undefined;
    this.#options.store.write(undefined);
  }

  /** Reports another state. An error is reported each time. */
  #setState(state: SaveState, error?: unknown): void {
    if (this.#isDisposed || (state === this.#state && error === undefined)) return;
    this.#state = state;
    this.#options.onState(state, error);
  }
}
