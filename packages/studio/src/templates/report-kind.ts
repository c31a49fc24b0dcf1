export type ReportKind =
  | 'expression'
  | 'font'
  | 'image'
  | 'audio'
  | 'text'
  | 'video'
  | 'package'
  | 'other';

/** Beginnings of the codes of a report, the first that matches wins. */
const KINDS: readonly [RegExp, ReportKind][] = [
  [/^expression/, 'expression'],
  [/^(font|glyph)/, 'font'],
  [/^(sound|audio)/, 'audio'],
  [/^video/, 'video'],
  [/^text/, 'text'],
  [/^(image|asset|lottie_asset)/, 'image'],
  [/^(package|template_json|lottie_(malformed|invalid|too))/, 'package'],
  [/^(no_editables|name|slot|animations|theme|state_machines|warnings)/, 'package'],
];

/** Returns what an entry of an import report is about. */
export function reportKind(code: string): ReportKind {
  return KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';
}
