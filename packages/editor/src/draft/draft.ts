import type { Captions, Entry, Group, Mapping } from '../api/types.ts';
import { difference, type Patch, withCaptions, withEntry } from './json-patch.ts';

type EditTime = {
  /** False while a control is moved. */
  isCommitted: boolean;
  /** Time of the edit. */
  atMs: number;
};

export type Edit = EditTime & {
  name: string;
  group: Group;
  /** Undefined: the example of the template. */
  entry: Entry | undefined;
};

export type CaptionsEdit = EditTime & {
  /** Undefined: the video has none. */
  captions: Captions | undefined;
  /** What of them is edited, such as the text of a cue: edits of the same part are undone together. */
  part: string;
};

type Step = { before: Mapping; after: Mapping };

/** Edits of one field that follow each other within this time are undone together. */
const JOINED_MS = 1000;
const MAX_STEPS = 200;

/** The mapping that a person edits, with its history. Mappings are values that never change. */
export class Draft {
  #mapping: Mapping;
  readonly #past: Step[] = [];
  #future: Step[] = [];
  /** The field that was edited last; undefined when the next edit begins a new step. */
  #last: { field: string; untilMs: number } | undefined;

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  get mapping(): Mapping {
    return this.#mapping;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Changes an entry. Returns the changes, which are none when the entry is the same. */
  edit({ name, group, entry, ...time }: Edit): Patch {
    return this.#edit(`${group}/${name}`, withEntry(this.#mapping, group, name, entry), time);
  }

  /** Changes the captions. Returns the changes. */
  editCaptions({ captions, part, ...time }: CaptionsEdit): Patch {
    return this.#edit(`captions ${part}`, withCaptions(this.#mapping, captions), time);
  }

  /** Makes a mapping the newest step, joined with the last one if it was an edit of the same field. */
  #edit(field: string, nextMapping: Mapping, { isCommitted, atMs }: EditTime): Patch {
    const last = this.#last;
    const isJoined = last !== undefined && last.field === field && atMs < last.untilMs;
    const untilMs = isCommitted ? atMs + JOINED_MS : Number.POSITIVE_INFINITY;
    if (difference(this.#mapping, nextMapping).length === 0) {
      if (last && isJoined) last.untilMs = Math.min(last.untilMs, untilMs);
      return [];
    }
    const patch = this.#addStep(nextMapping, isJoined);
    this.#last = { field, untilMs };
    return patch;
  }

  /** Replaces the whole mapping, as one step. */
  replace(mapping: Mapping): Patch {
    if (difference(this.#mapping, mapping).length === 0) return [];
    this.#last = undefined;
    return this.#addStep(mapping, false);
  }

  /**
   * Changes the mapping and all steps of the history, so that undo and redo keep the change: it is one of
   * other people, which this page must not take back.
   */
  rebase(change: (mapping: Mapping) => Mapping): Patch {
    const formerMapping = this.#mapping;
    const newMappings = new Map<Mapping, Mapping>();
    const changeOnce = (mapping: Mapping) => {
      const newMapping = newMappings.get(mapping) ?? change(mapping);
      newMappings.set(mapping, newMapping);
      return newMapping;
    };
    for (const step of [...this.#past, ...this.#future]) {
      step.before = changeOnce(step.before);
      step.after = changeOnce(step.after);
    }
    this.#mapping = changeOnce(formerMapping);
    return difference(formerMapping, this.#mapping);
  }

  undo(): Patch {
    return this.#restore(this.#past.pop(), this.#future, 'before');
  }

  redo(): Patch {
    return this.#restore(this.#future.pop(), this.#past, 'after');
  }

  /**
   * Makes a mapping the newest step, after which nothing can be redone. A joined step replaces the
   * last one, so that one undo reverts both. Returns the difference to the mapping before.
   */
  #addStep(nextMapping: Mapping, isJoined: boolean): Patch {
    const formerMapping = this.#mapping;
    const joined = isJoined ? this.#past.pop() : undefined;
    this.#past.push({ before: joined?.before ?? formerMapping, after: nextMapping });
    if (this.#past.length > MAX_STEPS) this.#past.shift();
    this.#future = [];
    this.#mapping = nextMapping;
    return difference(formerMapping, nextMapping);
  }

  /**
   * Undoes or redoes a step: shows its mapping of `side`, and moves it to the stack `to`. Without a
   * step nothing changes. The next edit begins a new step.
   */
  #restore(step: Step | undefined, to: Step[], side: keyof Step): Patch {
    this.#last = undefined;
    if (!step) return [];
    to.push(step);
    const formerMapping = this.#mapping;
    this.#mapping = step[side];
    return difference(formerMapping, this.#mapping);
  }
}
