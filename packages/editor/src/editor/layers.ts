import { NewestTask } from '@framepress/player';
import type { Editable, EditablePlace, Kind, Mapping, Specs } from '../api/types.ts';
import { entryOf } from '../draft/json-patch.ts';
import { placeAt } from '../stage/geometry.ts';
import type { Handle, InPlace, Outline } from '../stage/overlay.ts';
import { PlaceFinder } from '../stage/place-finder.ts';
import type { Pick } from '../stage/stage.ts';

/** A click on a layer with several editables means the first of these kinds. */
const CLICKED: readonly Kind[] = ['text', 'image', 'video', 'number', 'checkbox', 'menu', 'point'];

export type LayersOptions = {
  specs: Specs;
  read: (frame: number) => Promise<readonly EditablePlace[]>;
  isHidden: (name: string) => boolean;
  /** The frame that is shown. */
  frame: () => number;
  update: () => void;
};

/** The layers in the frame: which one is under the pointer, in use, or edited in its place. */
export class Layers {
  readonly #options: LayersOptions;
  readonly #places: PlaceFinder;
  readonly #reading = new NewestTask();
  #hovered: Pick | undefined;
  #hoveredName: string | undefined;
  #usedName: string | undefined;
  #inPlace: { name: string; corners: EditablePlace['corners'] } | undefined;

  constructor(options: LayersOptions) {
    this.#options = options;
    this.#places = new PlaceFinder(options.read);
  }

  /**
   * Reads the places of a frame ahead if a layer is marked, so that a click needs no request. A failure is
   * left to the click.
   */
  readAhead(frame: number): void {
    const isMarked = this.#hovered !== undefined || this.#usedName !== undefined;
    if (!isMarked || this.#places.at(frame)) return;
    // A slider moves over many frames.
    void this.#reading.run(async () => {
      await this.#places.find(frame).catch(() => undefined);
      if (this.#hovered?.frame === frame && this.#places.at(frame)) this.hover(this.#hovered);
      this.#options.update();
    });
  }

  /** Marks the layer under the pointer; undefined: the pointer has left the video. */
  hover(pick: Pick | undefined): void {
    this.#hovered = pick;
    if (pick) this.readAhead(pick.frame);
    const name = pick && this.#placeOf(pick)?.editable;
    if (name === this.#hoveredName) return;
    this.#hoveredName = name;
    this.#options.update();
  }

  /** Marks the layer of the field that is used; undefined: none is. */
  use(name: string | undefined): void {
    if (name === this.#usedName) return;
    this.#usedName = name;
    if (name !== undefined) this.readAhead(this.#options.frame());
    this.#options.update();
  }

  /** The place under a click, if the places of its frame are known. */
  known(pick: Pick): { place: EditablePlace | undefined } | undefined {
    return this.#places.at(pick.frame) && { place: this.#placeOf(pick) };
  }

  /** Returns the place under a click. Throws the errors of the API. */
  async find(pick: Pick): Promise<EditablePlace | undefined> {
    await this.#places.find(pick.frame);
    return this.#placeOf(pick);
  }

  /** Begins to edit a text in its place. */
  editInPlace({ editable: name, corners }: EditablePlace): void {
    this.#inPlace = { name, corners };
    this.#options.update();
  }

  endInPlace(name: string): boolean {
    if (this.#inPlace?.name !== name) return false;
    this.#inPlace = undefined;
    this.#options.update();
    return true;
  }

  /** The outlines in the frame that is shown. A text that is edited in its place has none. */
  get outlines(): Outline[] {
    const { isHidden, frame } = this.#options;
    const places = this.#places.at(frame()) ?? [];
    const outlineOf = (name: string | undefined, isInUse: boolean) =>
      places
        .filter(({ editable }) => editable === name && !isHidden(editable))
        .map(({ corners }) => ({ corners, isInUse }));
    if (this.#inPlace) return [];
    const hoveredName = this.#hoveredName === this.#usedName ? undefined : this.#hoveredName;
    return [...outlineOf(hoveredName, false), ...outlineOf(this.#usedName, true)];
  }

  /** What the box of the text that is edited in its place shows. */
  inPlace(mapping: Mapping): InPlace | undefined {
    if (!this.#inPlace) return undefined;
    const { name, corners } = this.#inPlace;
    const editable = this.#editable(name);
    if (!editable) return undefined;
    const { label, example_text: example = '', multiline: isMultiline = false } = editable;
    const text = entryOf(mapping, 'resources', name)?.source?.['text'];
    const placeholder = text === undefined ? example : '';
    return { name, label, text: text ?? '', example: placeholder, isMultiline, corners };
  }

  /** The handle of the position whose field is in use. */
  handle(mapping: Mapping): Handle | undefined {
    const name = this.#usedName;
    const editable = name === undefined ? undefined : this.#editable(name);
    if (name === undefined || editable?.input_type !== 'point') return undefined;
    const { example_value: example } = editable;
    const point = entryOf(mapping, 'resources', name)?.source?.point ?? example;
    return typeof point === 'object' ? { name, x: point.x, y: point.y } : undefined;
  }

  #placeOf({ point, frame }: Pick): EditablePlace | undefined {
    const { isHidden } = this.#options;
    return placeAt(point, this.#places.at(frame) ?? [], (name) => {
      const kind = isHidden(name) ? undefined : this.#editable(name)?.input_type;
      if (kind === undefined) return undefined;
      const rank = CLICKED.indexOf(kind);
      return rank === -1 ? CLICKED.length : rank;
    });
  }

  #editable(name: string): Editable | undefined {
    const { editables } = this.#options.specs;
    return Object.hasOwn(editables, name) ? editables[name] : undefined;
  }
}
