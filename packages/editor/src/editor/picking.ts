import type { Composition, EditablePlace } from '../api/types.ts';
import { PointField } from '../fields/control-fields.ts';
import { TextField } from '../fields/text-field.ts';
import type { Form } from '../form/form.ts';
import type { Handle, InPlaceEnd, PointMove } from '../stage/overlay.ts';
import type { Pick, Stage } from '../stage/stage.ts';
import type { Editing } from './editing.ts';
import type { InPlaceText } from './editor-model.ts';
import type { Layers } from './layers.ts';
import { secondsOf, stillsOf } from './stills.ts';

/** The parts of the editor that fields and layers lead to each other through. */
export type PickingHost = {
  readonly editing: Editing | undefined;
  readonly layers: Layers | undefined;
  readonly composition: Composition | undefined;
  readonly form: Form | null;
  readonly stage: Stage | null;
  /** Makes the form visible. */
  showForm(): void;
  onError(error: unknown): void;
};

/** Leads from the frame to the fields, and from a field to its moment in the frame. */
export class Picking {
  readonly #host: PickingHost;
  /** The field that got the focus before the first composition. */
  #awaited: string | undefined;
  #isPicking = false;

  constructor(host: PickingHost) {
    this.#host = host;
  }

  /** The first frame of a video is often empty. Whoever edits already sees the moment of the field. */
  showFirst(composition: Composition): void {
    const { editing, stage } = this.#host;
    if (this.#awaited !== undefined) {
      this.#showMomentOf(this.#awaited);
      this.#awaited = undefined;
      return;
    }
    if (!editing) return;
    const { version, specs } = editing.opened;
    const [first] = stillsOf(version.stillcuts, specs, composition.stillcuts);
    if (first && stage?.frame === 0) void stage.seekSeconds(first.seconds);
  }

  /** Marks the layer of a field that got the focus, and shows its moment. */
  useField(name: string): void {
    this.#host.layers?.use(name);
    this.#showMomentOf(name);
  }

  /**
   * Shows the moment at which the editable of a field is seen, once a composition is there. A click
   * in the frame leaves the frame as it is.
   */
  #showMomentOf(name: string): void {
    const { editing, composition, stage } = this.#host;
    const specs = editing?.opened.specs;
    const editable = specs && Object.hasOwn(specs.editables, name) && specs.editables[name];
    if (!specs || !editable || this.#isPicking) return;
    // Neither the frame rate nor the times of the stills are known before.
    if (!composition) {
      this.#awaited = name;
      return;
    }
    stage?.pause();
    void stage?.seekSeconds(secondsOf(editable, specs, composition.stillcuts));
  }

  /**
   * Moves the focus to the field of the editable that was clicked in the frame. At once if the places of
   * the frame are known, so that no key that is pressed after the click gets lost.
   */
  async focusFieldAt(pick: Pick): Promise<void> {
    await this.#placeAt(pick, (place) => {
      if (place) this.#focusField(place.editable, { isSelected: true });
    });
  }

  /** The frame that was clicked stays. */
  #focusField(name: string, options?: { isSelected: boolean }): void {
    this.#isPicking = true;
    try {
      this.#host.showForm();
      this.#host.form?.focusField(name, options);
    } finally {
      this.#isPicking = false;
    }
  }

  /** Calls `act` with the place at a click, after a request if the places of its frame are not known. */
  async #placeAt(pick: Pick, act: (place: EditablePlace | undefined) => void): Promise<void> {
    const { layers } = this.#host;
    const knownPlace = layers?.known(pick);
    if (knownPlace) {
      act(knownPlace.place);
      return;
    }
    try {
      act(await layers?.find(pick));
    } catch (error) {
      this.#host.onError(error);
    }
  }

  /** Edits the text at a double click in its place. Other editables have the focus of their field already. */
  editInPlace(pick: Pick): Promise<void> {
    return this.#placeAt(pick, (place) => {
      const { form, layers } = this.#host;
      const field = place && form?.fieldOf(place.editable);
      if (place && field instanceof TextField && !field.disabled) layers?.editInPlace(place);
    });
  }

  /** What is typed in the frame goes through the field, with its limits and notes. */
  typeInPlace({ name, text }: InPlaceText): void {
    const field = this.#host.form?.fieldOf(name);
    if (field instanceof TextField) field.typeText(text);
  }

  endInPlace({ name, isByKey }: InPlaceEnd): void {
    if (this.#host.layers?.endInPlace(name) && isByKey) this.#focusField(name);
  }

  movePoint({ name, ...move }: PointMove): void {
    const field = this.#host.form?.fieldOf(name);
    if (field instanceof PointField) field.movePoint(move);
  }

  /** The handle of the position whose field is in use, if it can be changed. */
  get handle(): Handle | undefined {
    const { editing, layers, form } = this.#host;
    const handle = editing && layers?.handle(editing.mapping);
    return handle && form?.fieldOf(handle.name)?.disabled === false ? handle : undefined;
  }
}
