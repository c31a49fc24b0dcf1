export type VersionStatus = 'processing' | 'demo_rendering' | 'edit_ready' | 'failed';
/** The statuses of an import that has not ended. */
export const IMPORTING: readonly VersionStatus[] = ['processing', 'demo_rendering'];

/** A template style version. `editables` have the form of `/specs`; `stillcuts` are storage keys by name. */
export type TemplateVersion = {
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
};

/** A version in a list: without its editables, fonts and the entries of its report. */
export type VersionSummary = Omit<
  TemplateVersion,
  | 'accountId'
  | 'packageKey'
  | 'packageLabel'
  | 'digest'
  | 'animation'
  | 'theme'
  | 'editables'
  | 'fonts'
  | 'packageFonts'
  | 'report'
  | 'importerVersion'
  | 'templateDigest'
  | 'examples'
> & { errorCount: number; warningCount: number };
