import type { components, RenderSession } from '@framepress/client';
import type { Composition as PlayerComposition } from '@framepress/player';

type Schemas = components['schemas'];

export type Editable = Schemas['Editable'];
export type Kind = Editable['input_type'];
/** How a text fits, or which part of an image is visible. */
export type Fit = Schemas['EditableFit'];
export type Fault = Schemas['Fault'];
export type Warning = { readonly code: string; readonly message: string };
export type { RenderSession, Upload } from '@framepress/client';

/** The parts of a mapping that have entries. */
export const GROUPS = ['resources', 'audio_tracks', 'font_changes'] as const;
export type Group = (typeof GROUPS)[number];

/** The content of an entry, in the field of its kind. */
export type Source = {
  readonly text?: string;
  readonly color?: string;
  readonly remote_url?: string;
  readonly upload_id?: string;
  readonly font_name?: string;
  readonly number?: number;
  readonly checkbox?: boolean;
  readonly point?: { readonly x: number; readonly y: number };
  readonly menu?: string | number;
};

/** An entry of a mapping as JSON. `null` is silence for an audio editable. */
export type Entry = {
  readonly source: Source | null;
  readonly transform?: Readonly<Record<string, string | number | boolean>>;
} | null;
export type Entries = Readonly<Record<string, Entry>>;

export type Mapping = {
  readonly template_style_version_id: string;
  readonly resources: Entries;
  readonly audio_tracks?: Entries;
  readonly font_changes?: Entries;
  readonly missing?: 'example';
};

/** What a mapping of a template version can fill. */
export type Specs = {
  readonly id: string;
  readonly editables: Readonly<Record<string, Editable>>;
  readonly fonts: readonly string[];
  /** The fonts whose files the package contains. */
  readonly package_fonts?: readonly string[];
};

/** A JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

/** A session with the number that grows with each of its changes. */
export type Session = RenderSession & { readonly revision: number };

/** A mapping in a template version, as a plain Lottie with its files. */
export type Composition = PlayerComposition & {
  readonly fit: Readonly<Record<string, Fit>>;
  readonly warnings: readonly Warning[];
  readonly missing_editables: readonly string[];
  /** Times of the template's stills in seconds, by name. */
  readonly stillcuts?: Readonly<Record<string, number>>;
};

/** Where an editable is on a frame: its corners in pixels of the video. */
export type EditablePlace = {
  readonly editable: string;
  readonly corners: readonly (readonly [number, number])[];
};

/** The result of a check of a mapping. */
export type Validation = {
  readonly valid: boolean;
  readonly errors: readonly Fault[];
  readonly warnings: readonly Warning[];
  readonly fit: Readonly<Record<string, Fit>>;
};
