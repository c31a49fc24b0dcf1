import type { Composition } from '../api/types.ts';
import type { CaptionsEdit } from '../draft/draft.ts';
import type { FieldChange, FieldContext } from '../fields/field-element.ts';
import type { Handle, InPlace, InPlaceEnd, Outline, PointMove } from '../stage/overlay.ts';
import type { Sibling } from '../stage/siblings.ts';
import type { Pick } from '../stage/stage.ts';
import type { Translate } from '../strings/index.ts';
import type { Captioning } from './captioning.ts';
import type { Editing } from './editing.ts';

/** A text that is typed in the frame. */
export type InPlaceText = { name: string; text: string };

/** What a person does in the editor. */
export type EditorActions = {
  undo(): void;
  redo(): void;
  close(): void;
  render(): void;
  rename(title: string): void;
  showMissing(): void;
  reopen(): void;
  retry(): void;
  keepMine(): void;
  takeTheirs(): void;
  makeFinal(): void;
  copy(): void;
  change(change: FieldChange): void;
  focus(name: string): void;
  blur(): void;
  hover(pick: Pick | undefined): void;
  pick(pick: Pick): void;
  editInPlace(pick: Pick): void;
  typeInPlace(text: InPlaceText): void;
  endInPlace(end: InPlaceEnd): void;
  movePoint(move: PointMove): void;
  /** Shows the frame at a time. */
  seek(seconds: number): void;
  closeCaptions(): void;
  editCaptions(edit: Omit<CaptionsEdit, 'atMs'>): void;
  frame(frame: number): void;
  frameFailed(error: unknown): void;
};

/** What the editor shows. */
export type EditorModel = {
  t: Translate;
  lang: string;
  context: FieldContext | undefined;
  editing: Editing | undefined;
  failure: unknown;
  isConfigured: boolean;
  composition: Composition | undefined;
  locked: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  siblings: readonly Sibling[];
  areExamplesUsed: boolean;
  isRenderHidden: boolean;
  isCloseHidden: boolean;
  /** The time that siblings show: that of a paused frame. */
  seconds: number;
  /** The time of the frame that is shown. */
  frameSeconds: number;
  isPlaying: boolean;
  captioning: Captioning;
  areCaptionsHidden: boolean;
  areCaptionsLocked: boolean;
  outlines: readonly Outline[];
  inPlace: InPlace | undefined;
  handle: Handle | undefined;
  /** The last message for screen readers. */
  notice: string;
  act: EditorActions;
};
