import type { Generated, Selectable } from 'kysely';

export const VERSION_STATUSES = ['processing', 'demo_rendering', 'edit_ready', 'failed'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];
/** The statuses of an import that has not ended. */
export const IMPORTING: readonly VersionStatus[] = ['processing', 'demo_rendering'];

/** A template style version. `editables` have the form of `/specs`; `stillcuts` are storage keys by name. */
export type TemplateVersionRow = {
  id: string;
  accountId: string;
  templateId: string;
  templateStyleId: string;
  language: string;
  name: string;
  status: VersionStatus;
  packageKey: string;
  packageLabel: string;
  digest: string;
  /** Of a dotLottie: the animation that the upload chose; null: the package's choice. */
  animation: string | null;
  /** Of a dotLottie: the theme that the upload chose; null: the package's choice. */
  theme: string | null;
  width: number | null;
  height: number | null;
  fps: number | null;
  frameCount: number | null;
  editables: Record<string, unknown>;
  fonts: string[];
  /** Those of `fonts` whose files the package contains; null for imports of older releases. */
  packageFonts: string[] | null;
  /** How the template shows captions; null if it does not say it, and for imports of older releases. */
  captions: Record<string, unknown> | null;
  stillcuts: Record<string, string>;
  demoVideoKey: string | null;
  report: { errors: unknown[]; warnings: unknown[] };
  /** Version of the importer whose result is stored; null before imports were stored. */
  importerVersion: number | null;
  /** SHA-256 of the stored import, and the end of its key. */
  templateDigest: string | null;
  /**
   * Storage keys of the package's own images, videos and audio files, by editable; null before they
   * were stored.
   */
  examples: Record<string, string> | null;
  createdAtMs: number;
  updatedAtMs: number;
  deletedAtMs: number | null;
  storedBytes: Generated<number>;
  /** Grows with each start of an import. */
  epoch: Generated<number>;
  /** Starts that ended late since the upload or the last retry. */
  lateStarts: Generated<number>;
};

export type TemplateVersion = Omit<
  Selectable<TemplateVersionRow>,
  'deletedAtMs' | 'storedBytes' | 'epoch' | 'lateStarts'
>;

/** The columns of a version in a list. */
export const SUMMARY_COLUMNS = [
  'id',
  'templateId',
  'templateStyleId',
  'language',
  'name',
  'status',
  'width',
  'height',
  'fps',
  'frameCount',
  'stillcuts',
  'demoVideoKey',
  'createdAtMs',
  'updatedAtMs',
] as const;

/** A version in a list: without its editables, fonts and the entries of its report. */
export type VersionSummary = Pick<TemplateVersion, (typeof SUMMARY_COLUMNS)[number]> & {
  errorCount: number;
  warningCount: number;
};

/** The columns that an import sets. */
export const FACTS = [
  'width',
  'height',
  'fps',
  'frameCount',
  'editables',
  'fonts',
  'packageFonts',
  'captions',
  'report',
  'stillcuts',
  'demoVideoKey',
  'examples',
] as const;

/** The fields of a version before its import. */
export const NOTHING_IMPORTED = {
  editables: {},
  fonts: [],
  stillcuts: {},
  report: { errors: [], warnings: [] },
};
