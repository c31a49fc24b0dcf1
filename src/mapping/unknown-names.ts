import {
  type ErrorCode,
  type Fault,
  fault,
  findMessage,
  jsonPointer,
  listNames,
  type Message,
  nearest,
  quoted,
  say,
  type Wording,
} from '../base/index.ts';
import type { Editables } from '../template/index.ts';

/** Unknown names for which the nearest known name is searched. */
const MAX_HINTS = 10;
/** Unknown names with a fault of their own. */
const MAX_REPORTED = 50;
const MAX_NAME_CHARACTERS = 100;

type Kind = {
  code: ErrorCode;
  /** The expected value, such as `the name of an editable of this template`. */
  what: Message;
  knownNames: readonly string[];
  isEditable: boolean;
};

/** Returns a fault for each name that a template does not have, and one for all names after the first fifty. */
export function unknownNames(names: readonly string[], field: string, kind: Kind): Fault[] {
  const { code, what } = kind;
  const hintOf = fewHints(kind.knownNames);
  const reported = names.slice(0, MAX_REPORTED).map((name) => {
    const shortName = name.slice(0, MAX_NAME_CHARACTERS).toWellFormed();
    return fault(code, say`Expected ${what} but received ${quoted(shortName)}.`, {
      pointer: jsonPointer(field, shortName),
      ...(kind.isEditable && { editable: shortName }),
      hint: hintOf(name),
    });
  });
  const more = names.length - reported.length;
  if (more <= 0) return reported;
  const message = say`Expected only names that this template has but received ${more} more unknown names.`;
  return [...reported, fault(code, message, { pointer: jsonPointer(field), hint: ALL_NAMES })];
}

/** Returns the fault of a name that is not that of a video or audio editable; undefined for one. */
export function playingEditableFault(
  name: string,
  editables: Editables,
  pointer: string,
): Fault | undefined {
  const type = Object.hasOwn(editables, name) ? editables[name]?.input_type : undefined;
  if (type === 'video' || type === 'audio') return undefined;
  const names = Object.keys(editables).filter((other) => {
    const { input_type: kind } = editables[other] ?? {};
    return kind === 'video' || kind === 'audio';
  });
  const shortName = name.slice(0, 100).toWellFormed();
  const hint = hintFor(shortName, names);
  if (type !== undefined) {
    const message = say`Expected the name of a video or audio editable but ${quoted(shortName)} takes ${findMessage(type)}.`;
    return fault('editable_wrong_type', message, { pointer, editable: shortName, hint });
  }
  const message = say`Expected the name of a video or audio editable of this template but received ${quoted(shortName)}.`;
  return fault('editable_unknown', message, { pointer, editable: shortName, hint });
}

const ALL_NAMES = 'GET /v2/template_style_versions/:id/specs has all names.';

/** The names of a template's fonts, with hints for unknown names. */
export type FontNames = { has: (name: string) => boolean; hintOf: (name: string) => Wording };

export function fontNames(fonts: readonly string[]): FontNames {
  const knownFonts = new Set(fonts);
  return { has: (name) => knownFonts.has(name), hintOf: fewHints(fonts) };
}

/** Gives the nearest name for the first ten unknown names only: the search takes time. */
function fewHints(knownNames: readonly string[]): (name: string) => Wording {
  let hintCount = 0;
  return (name) => {
    hintCount += 1;
    return hintCount <= MAX_HINTS ? hintFor(name, knownNames) : ALL_NAMES;
  };
}

/** Returns the nearest known name as a hint, or a list of at most ten. */
function hintFor(name: string, knownNames: readonly string[]): Wording {
  const close = nearest(name, knownNames);
  if (close !== undefined) return say`Did you mean ${quoted(close)}?`;
  const names = listNames(name, knownNames);
  return names === '' ? say`The template has none.` : say`The template has ${names}.`;
}
