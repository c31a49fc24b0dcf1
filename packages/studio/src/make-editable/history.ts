/** The states of a page that can be undone. Changes with the same key in a row are one step. */
export class History<State> {
  #past: State[] = [];
  #future: State[] = [];
  #key: string | undefined;
  #present: State;

  constructor(first: State) {
    this.#present = first;
  }

  get present(): State {
    return this.#present;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Adds a state. With the key of the last change, it replaces that: letters of a word are one step. */
  push(state: State, key?: string): void {
    if (state === this.#present) return;
    if (key === undefined || key !== this.#key) this.#past.push(this.#present);
    this.#key = key;
    this.#present = state;
    this.#future = [];
  }

  undo(): void {
    const state = this.#past.pop();
    if (state === undefined) return;
    this.#future.push(this.#present);
    this.#present = state;
    this.#key = undefined;
  }

  redo(): void {
    const state = this.#future.pop();
    if (state === undefined) return;
    this.#past.push(this.#present);
    this.#present = state;
    this.#key = undefined;
  }
}
