import { type PropertyDeclarations, ReactiveElement } from 'lit';
import type { Mapping, Specs } from '../api/types.ts';
import { parseHex } from '../fields/colors.ts';
import { controls, FocusKeeper, tokens } from '../look/index.ts';
import type { Sibling } from '../stage/siblings.ts';
import { editorStyles } from './editor-styles.ts';

const MAX_SIBLINGS = 8;

const MAX_COLORS = 16;

const names = { converter: { fromAttribute: namesOf } };

/** The attributes and properties of `<framepress-editor>`. */
export abstract class EditorProperties extends ReactiveElement {
  static override styles = [tokens, controls, editorStyles];
  static override properties: PropertyDeclarations = {
    server: {},
    session: {},
    templateVersion: { attribute: 'template-version' },
    token: {},
    lang: {},
    theme: { reflect: true },
    locked: names,
    hiddenEditables: { attribute: 'hidden-editables', ...names },
    palette: names,
    siblings: { converter: { fromAttribute: siblingsOf } },
    areExamplesUsed: { type: Boolean, attribute: 'use-examples' },
    isRenderHidden: { type: Boolean, attribute: 'no-render' },
    isCloseHidden: { type: Boolean, attribute: 'no-close' },
    areCaptionsHidden: { type: Boolean, attribute: 'no-captions' },
    areCaptionsLocked: { type: Boolean, attribute: 'lock-captions' },
    hasMediaLibrary: { type: Boolean, attribute: 'media-library' },
    isViewOnly: { type: Boolean, attribute: 'view-only' },
    fetch: { attribute: false },
    requestHeaders: { attribute: false },
  };

  /** Address of the service. */
  declare server: string;
  /** Id of a render session. */
  declare session: string;
  /** Instead of a session: id of a template version. The mapping is then not saved. */
  declare templateVersion: string;
  /** An edit token of the session. A new token continues the work after the old one has ended. */
  declare token: string;
  declare theme: 'light' | 'dark' | 'auto';
  /** Editables that are shown but not changed. */
  declare locked: readonly string[];
  declare hiddenEditables: readonly string[];
  /** Colors of the brand. */
  declare palette: readonly string[];
  /** Other styles of the template, which show the same mapping. */
  declare siblings: readonly Sibling[];
  /** Whether a render shows the examples of the template in fields that are empty. */
  declare areExamplesUsed: boolean;
  /** Whether the page has a button of its own that calls `render()`. */
  declare isRenderHidden: boolean;
  declare isCloseHidden: boolean;
  /** Whether the form has no section for captions. */
  declare areCaptionsHidden: boolean;
  /** Whether the captions are shown but not changed. */
  declare areCaptionsLocked: boolean;
  /** Whether the page answers the event `framepress-media-library`. */
  declare hasMediaLibrary: boolean;
  /** Whether the session is shown but not changed. The token or cookie needs only the right to read. */
  declare isViewOnly: boolean;
  declare fetch: typeof globalThis.fetch | undefined;
  /** Returns headers of each request. */
  declare requestHeaders: (() => Readonly<Record<string, string>>) | undefined;

  constructor() {
    super();
    new FocusKeeper(this, () => this.renderRoot.querySelector('h2'));
    this.server = '';
    this.session = '';
    this.templateVersion = '';
    this.token = '';
    this.lang = '';
    this.theme = 'auto';
    this.locked = [];
    this.hiddenEditables = [];
    this.palette = [];
    this.siblings = [];
    this.areExamplesUsed = false;
    this.isRenderHidden = false;
    this.isCloseHidden = false;
    this.areCaptionsHidden = false;
    this.areCaptionsLocked = false;
    this.hasMediaLibrary = false;
    this.isViewOnly = false;
  }
}

/** Returns the colors that fields offer: those of the brand, else those of the template and mapping. */
export function paletteOf(
  brand: readonly string[],
  { editables }: Specs,
  { resources }: Mapping,
): string[] {
  const templateColors = Object.entries(editables)
    .filter(([, { input_type: kind }]) => kind === 'color')
    .flatMap(([name, { example_text: example }]) => {
      const source = Object.hasOwn(resources, name) ? resources[name]?.source : undefined;
      return [source?.['color'] ?? source?.['text'], example];
    });
  const texts = brand.length > 0 ? brand : templateColors;
  const colors = texts.map((text) => parseHex(text ?? '')).filter((color) => color !== undefined);
  return [...new Set(colors)].slice(0, MAX_COLORS);
}

/** Returns the text editables with their labels. */
export function textsOf({ editables }: Specs): { name: string; label: string }[] {
  return Object.entries(editables)
    .filter(([, { input_type: kind }]) => kind === 'text')
    .map(([name, { label }]) => ({ name, label }));
}

/** Reads names from an attribute: a JSON array, or names between commas. */
export function namesOf(text: string | null): string[] {
  const trimmed = (text ?? '').trim();
  if (trimmed.startsWith('[')) {
    try {
      const names: unknown = JSON.parse(trimmed);
      if (Array.isArray(names)) return names.map(String);
    } catch {
      // Names may begin with a bracket.
    }
  }
  return trimmed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Reads other styles of the template from an attribute with a JSON array. Other values are left out. */
function siblingsOf(text: string | null): Sibling[] {
  let siblings: unknown;
  try {
    siblings = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  const isSibling = (value: unknown): value is Sibling => {
    const { versionId, name, width, height } = Object(value) as Partial<Sibling>;
    const isText = typeof versionId === 'string' && typeof name === 'string';
    return isText && Number(width) > 0 && Number(height) > 0;
  };
  return Array.isArray(siblings) ? siblings.filter(isSibling).slice(0, MAX_SIBLINGS) : [];
}
