import type { components, Mapping as ExactMapping, RenderSession } from '@framepress/client';
import type { Composition as PlayerComposition } from '@framepress/player';
import type { Cue } from '../cues/cue.ts';

type Schemas = components['schemas'];

export type Editable = Schemas['Editable'];
export type Kind = Editable['input_type'];
/** How a text fits, or which part of an image is visible. */
export type Fit = Schemas['EditableFit'];
export type Warning = Schemas['Warning'];
/** What a mapping of a template version can fill. */
export type Specs = Schemas['StyleVersionSpecs'];
/** The result of a check of a mapping. */
export type Validation = Schemas['MappingValidation'];
/** Where an editable is on a frame: its corners in pixels of the video. */
export type EditablePlace = Omit<Schemas['EditablePlace'], 'corners'> & {
  readonly corners: readonly (readonly [x: number, y: number])[];
};
export type { Fault, RenderSession, Upload } from '@framepress/client';

/** The parts of a mapping that have entries. */
export const GROUPS = ['resources', 'audio_tracks', 'font_changes'] as const;
export type Group = (typeof GROUPS)[number];

type ExactEntry = NonNullable<Schemas['MappingEntry' | 'AudioEntry' | 'FontEntry']>;
type ExactSource = NonNullable<ExactEntry['source']>;
type KeyIn<Union> = Union extends unknown ? keyof Union : never;
type ValueIn<Union, Key> = Union extends { [K in Key & string]?: infer Value } ? Value : never;

/** A text that is said. `{name}` stands for the text of a text editable. */
export type Speech = {
  readonly text: string;
  readonly voice?: string;
  readonly language?: string;
  readonly speed?: number;
};

/** The content of an entry, in the field of its kind. */
export type Source = {
  readonly [Key in Exclude<KeyIn<ExactSource>, 'speech'>]?: Exclude<
    ValueIn<ExactSource, Key>,
    undefined
  >;
} & { readonly speech?: Speech };

/** An entry of a mapping while its kind is not known. `null` is silence for an audio editable. */
export type Entry = {
  readonly source: Source | null;
  readonly transform?: Readonly<Record<string, string | number | boolean>>;
} | null;
export type Entries = Readonly<Record<string, Entry>>;

/** A built-in style of captions, with other values. */
export type CaptionStyle = Readonly<Schemas['CaptionStyle']>;

/** Captions in one language: their cues, the file with them, or the audio from which they are heard. */
export type CaptionTrack = {
  readonly source?: {
    readonly cues?: readonly Cue[];
    readonly text?: string;
    readonly remote_url?: string;
    readonly upload_id?: string;
  };
  /** The name of a video or audio editable, `voice` or `mix`. */
  readonly from?: string;
  readonly prompt?: string;
  readonly required?: boolean;
  readonly of?: string;
  readonly language?: string;
  readonly burn?: boolean;
  readonly style?: CaptionStyle['name'] | CaptionStyle;
};
export type Captions = CaptionTrack | readonly CaptionTrack[];

/** Captions as the service has read or heard them. */
export type ReadCaptions = { readonly cues: readonly Cue[] };

/** What the service can speak and hear. */
export type SpeechAbilities = {
  readonly speech?: {
    readonly is_available: boolean;
    /** It is a simple voice, for drafts. */
    readonly is_draft: boolean;
    readonly voices: readonly { readonly name: string; readonly languages: readonly string[] }[];
  };
  readonly transcription?: { readonly is_available: boolean };
};

/** The mapping of the client, whose entries may have any kind. */
export type Mapping = Readonly<Omit<ExactMapping, Group | 'captions'>> & {
  readonly [Name in keyof Pick<ExactMapping, Group>]: Entries;
} & { readonly captions?: Captions | undefined };

/** A session with the number that grows with each of its changes. */
export type Session = RenderSession & Required<Pick<RenderSession, 'revision'>>;

/** A mapping in a template version, as a plain Lottie with its files. */
export type Composition = PlayerComposition &
  Pick<Schemas['Composition'], 'fit' | 'warnings' | 'missing_editables'> &
  Partial<Pick<Schemas['Composition'], 'stillcuts'>>;
