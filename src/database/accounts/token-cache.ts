/** Its text is different after each change of tokens by any process. */
export type TokenState = { state(): string };

/** A token of a client. Edit tokens are not cached, because their session may change. */
type CachedToken<Caller> = { caller: Caller; expiresAtMs: number | null };

const MAX_TOKENS = 10_000;

/**
 * Valid tokens by hash, until any token, client or account changes. A revoked token is rejected at once, even
 * when another process has revoked it.
 */
export class TokenCache<Caller> {
  readonly #watch: TokenState;
  readonly #tokens = new Map<string, CachedToken<Caller>>();
  #state = '';

  constructor(watch: TokenState) {
    this.#watch = watch;
  }

  /** Returns the state that `add` needs. Read it before the token. */
  state(): string {
    const state = this.#watch.state();
    if (state !== this.#state) this.#tokens.clear();
    this.#state = state;
    return state;
  }

  /**
   * Returns a cached token by its hash. Call `state` before, which empties the cache after a change of tokens.
   * The caller checks `expiresAtMs`.
   */
  find(hash: string): CachedToken<Caller> | undefined {
    return this.#tokens.get(hash);
  }

  /** Adds a token that was read in this state. Does nothing if tokens have changed since. */
  add(hash: string, token: CachedToken<Caller>, state: string): void {
    if (state !== this.state()) return;
    const [oldest] = this.#tokens.keys();
    if (oldest !== undefined && this.#tokens.size >= MAX_TOKENS) this.#tokens.delete(oldest);
    this.#tokens.set(hash, token);
  }
}
