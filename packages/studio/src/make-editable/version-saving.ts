import { type Framepress, FramepressError, ImportFailedError } from '@framepress/client';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createDraft } from '../shared/create-draft.ts';
import type { Settings } from './draft.ts';
import type { DraftCalls, NewFile } from './draft-calls.ts';
import type { SaveState } from './save-dialog.ts';

type Body = { settings: Settings; files: readonly NewFile[] };

type Outcome = {
  /** The new version can be filled. */
  done: () => void;
  /** The service has refused the settings. */
  refused: (error: unknown) => void;
};

/** Makes a new version of settings, waits for its import, and makes a draft that fills it. */
export class VersionSaving implements ReactiveController {
  /** Undefined: nothing is being saved. */
  state: SaveState | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #outcome: Outcome;
  #leaving = new AbortController();
  /** The key of a request that was not answered: the service may have received it. */
  #attempt: { text: string; idempotencyKey: string } | undefined;

  constructor(host: ReactiveControllerHost, outcome: Outcome) {
    this.#host = host;
    this.#outcome = outcome;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#leaving.abort();
  }

  /** Another save can begin. */
  get isFree(): boolean {
    return this.state === undefined || this.state.step === 'failed';
  }

  /** Closes the dialog of an error. An import goes on in any case. */
  close(): void {
    const { step } = this.state ?? {};
    if (step === 'failed' || step === 'refused') this.#show(undefined);
  }

  /** Returns the id of the draft; undefined if the version was not saved. */
  async run(client: Framepress, calls: DraftCalls, body: Body): Promise<string | undefined> {
    const { signal } = this.#leaving;
    this.#show({ step: 'sending' });
    try {
      const { id } = await calls.save(body, { idempotencyKey: this.#keyFor(body) });
      this.#attempt = undefined;
      this.#show({ step: 'importing' });
      const newVersion = await client.templates.wait(id, { signal });
      this.#show({ step: 'opening' });
      this.#outcome.done();
      const session = await createDraft(client, newVersion);
      this.#show(undefined);
      return session.id;
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      return undefined;
    }
  }

  #keyFor(body: Body): string {
    const text = JSON.stringify(body);
    if (this.#attempt?.text !== text)
      this.#attempt = {
        text,
        idempotencyKey: crypto.getRandomValues(new Uint32Array(4)).join('-'),
      };
    return this.#attempt.idempotencyKey;
  }

  #fail(error: unknown): void {
    if (error instanceof FramepressError && error.status > 0) this.#attempt = undefined;
    if (error instanceof ImportFailedError) {
      this.#show({ step: 'refused', version: error.version });
      return;
    }
    this.#outcome.refused(error);
    this.#show({ step: 'failed', error });
  }

  #show(state: SaveState | undefined): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}
