import { type Fault, FramepressError } from '@framepress/client';
import type { Mapping } from '../api/types.ts';
import { failureKind, pauseMs } from './failure.ts';
import { difference } from './json-patch.ts';
import { mediaKey, spokenKey, withMediaOf, withSpeechOf } from './media-entries.ts';
import { RequestQueue } from './request-queue.ts';

/**
 * - `current`: the frame shows the newest mapping. In every other state it does not.
 * - `preparing`: files are read; texts and colors are drawn with the former files meanwhile
 * - `outdated`: the last frame is kept, because the newest mapping has faults
 */
export type PreviewState =
  | 'current'
  | 'drawing'
  | 'preparing'
  | 'outdated'
  | 'offline'
  | 'ended'
  | 'error';

export type PreviewOptions<Composition> = {
  compose: (mapping: Mapping, signal: AbortSignal) => Promise<Composition>;
  /** Shows the composition of a mapping. The frame before stays until then. */
  show: (composition: Composition, mapping: Mapping) => Promise<void> | void;
  onState: (state: PreviewState, error?: unknown) => void;
  /** The faults of the newest mapping. */
  onFaults: (faults: readonly Fault[]) => void;
};

/** Files that are gone after so many new compositions do not come back. */
const MAX_EXPIRED = 3;

/**
 * What the frame is to show. With a composition, it needs no request. `wanted` is the mapping for which it stands
 * in all but what is said.
 */
type Drawing<Composition> = { mapping: Mapping; composition?: Composition; wanted?: Mapping };

/**
 * Composes the newest mapping and shows it. There are two queues with one request each: files that are not
 * read yet are prepared in one, which may take long; in the other, texts and colors are drawn with the
 * files that are ready.
 */
export class Preview<Composition> {
  readonly #options: PreviewOptions<Composition>;
  readonly #preparing: RequestQueue<Mapping>;
  readonly #drawing: RequestQueue<Drawing<Composition>>;
  #wanted: Mapping | undefined;
  /** The last mapping whose files were read. Undefined: none was, but a mapping may need none. */
  #prepared: Mapping | undefined;
  /** What was drawn last, or is being drawn. */
  #drawn: Mapping | undefined;
  /** Says something that was not said before: it is prepared when the person has left the field. */
  #unspoken: Mapping | undefined;
  #isFirst = true;
  #isDisposed = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PreviewOptions<Composition>) {
    this.#options = options;
    this.#preparing = new RequestQueue((mapping, signal) => this.#prepare(mapping, signal));
    this.#drawing = new RequestQueue((drawing, signal) => this.#draw(drawing, signal));
  }

  /** Shows a mapping as soon as it is composed. */
  want(mapping: Mapping): void {
    clearTimeout(this.#timer);
    this.#wanted = mapping;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.#unspoken = undefined;
    const isSaid = spokenKey(mapping) === (this.#prepared ? spokenKey(this.#prepared) : '');
    if (mediaKey(mapping) === this.#preparedKey && (isSaid || !isFirst)) {
      this.#options.onState('drawing');
      this.#preparing.cancel();
      if (isSaid) this.#addDrawing({ mapping });
      else this.#drawUnspoken(mapping);
      return;
    }
    this.#prepareSoon(mapping, isFirst);
  }

  /** Speech is not made for each key: the frame is drawn with what was said before. */
  #drawUnspoken(mapping: Mapping): void {
    this.#unspoken = mapping;
    this.#addDrawing({ mapping: withSpeechOf(mapping, this.#prepared), wanted: mapping });
  }

  /** The person has left a field, or wants to hear the video: what is new is said now. */
  speak(): void {
    const mapping = this.#unspoken;
    if (!mapping) return;
    this.#unspoken = undefined;
    this.#wanted = mapping;
    this.#prepareSoon(mapping, false);
  }

  #prepareSoon(mapping: Mapping, isFirst: boolean): void {
    this.#options.onState('preparing');
    const { current } = this.#preparing;
    // These files are being read: another text does not begin anew.
    if (current && preparationKey(current) === preparationKey(mapping)) this.#preparing.clear();
    else this.#preparing.add(mapping);
    const meanwhile = withMediaOf(mapping, this.#prepared);
    const isOther = !this.#drawn || difference(meanwhile, this.#drawn).length > 0;
    // Nothing was edited before the first frame: it is not shown without its files.
    if (isOther && !isFirst) this.#addDrawing({ mapping: meanwhile });
  }

  /** Composes a mapping again whose frames cannot be drawn any more. */
  failed(mapping: Mapping, error: unknown): void {
    if (this.#wanted) return;
    this.#wanted = mapping;
    this.#drawn = undefined;
    this.#fail(error);
  }

  /** Tries again after a failure: the network is back, or there is a new token. */
  retry(): void {
    if (this.#wanted) this.want(this.#wanted);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#preparing.dispose();
    this.#drawing.dispose();
  }

  /** A mapping without files needs no preparation. */
  get #preparedKey(): string {
    return this.#prepared ? mediaKey(this.#prepared) : '';
  }

  /** Tries again after a pause, which grows with each failure in a row. */
  #retryLater(error: unknown): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.retry(), pauseMs(++this.#failures, error));
  }

  #addDrawing(drawing: Drawing<Composition>): void {
    this.#drawn = drawing.mapping;
    this.#drawing.add(drawing);
  }

  /** Composes a mapping whose files are not read yet. Then the newest mapping is drawn with them. */
  async #prepare(mapping: Mapping, signal: AbortSignal): Promise<void> {
    try {
      const composition = await this.#options.compose(mapping, signal);
      if (signal.aborted) return;
      this.#prepared = mapping;
      const newest = this.#wanted ?? mapping;
      // A newer mapping with other files is drawn with these meanwhile.
      const isReady = preparationKey(newest) === preparationKey(mapping);
      const next = isReady ? newest : withMediaOf(newest, mapping);
      const isComposed = difference(mapping, next).length === 0;
      this.#addDrawing({ mapping: next, ...(isComposed && { composition }) });
    } catch (error) {
      if (signal.aborted || this.#preparing.hasNewer) return;
      const newest = this.#wanted;
      // The fault may be one of a text that was corrected meanwhile.
      if (newest && newest !== mapping && failureKind(error) === 'invalid')
        this.#preparing.add(newest);
      else this.#fail(error);
    }
  }

  /**
   * Composes and shows a mapping. Its result and its faults are not reported if a newer one waits, or
   * if it has other files than the newest mapping.
   */
  async #draw(
    { mapping, composition, wanted: wantedMapping = mapping }: Drawing<Composition>,
    signal: AbortSignal,
  ): Promise<void> {
    const { compose, show, onState, onFaults } = this.#options;
    const isNewest = () => wantedMapping === this.#wanted;
    try {
      const composed = composition ?? (await compose(mapping, signal));
      if (signal.aborted) return;
      // Another file of a composition may be loaded for long. A newer one does not wait for it.
      await Promise.race([show(composed, wantedMapping), whenAborted(signal)]);
      if (signal.aborted || this.#isDisposed || this.#drawing.hasNewer || !isNewest()) return;
      this.#failures = 0;
      this.#wanted = undefined;
      onFaults([]);
      onState('current');
    } catch (error) {
      if (this.#drawn === mapping) this.#drawn = undefined;
      if (signal.aborted || this.#isDisposed || this.#drawing.hasNewer || !isNewest()) return;
      this.#fail(error);
    }
  }

  /**
   * Reports a failure. An unreachable service is retried later, and expired files a few times. A
   * mapping with faults waits for the next edit.
   */
  #fail(error: unknown): void {
    const { onState, onFaults } = this.#options;
    const kind = failureKind(error);
    if (kind === 'invalid') {
      this.#wanted = undefined;
      onFaults(error instanceof FramepressError ? error.errors : []);
      onState('outdated', error);
    } else if (kind === 'offline') {
      onState('offline', error);
      this.#retryLater(error);
    } else if (kind === 'expired' && this.#failures < MAX_EXPIRED) {
      onState('drawing');
      this.#retryLater(error);
    } else {
      onState(kind === 'ended' ? 'ended' : 'error', error);
    }
  }
}

/** Returns a text that is the same for mappings with the same files, in which the same is said. */
function preparationKey(mapping: Mapping): string {
  return `${mediaKey(mapping)}\n${spokenKey(mapping)}`;
}

/** Resolves when the signal is aborted. */
function whenAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
