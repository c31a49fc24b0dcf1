import type { Chosen } from './dotlottie/manifest.ts';

/** The files of a template: the text of the animation, and the other files by their path in the package. */
export type TemplatePackage = {
  /** The file's name, for messages. */
  label: string;
  animation: Uint8Array;
  /** The folder of the animation in the package: '' or a path that ends in '/'. */
  base: string;
  templateJson: Uint8Array | undefined;
  files: ReadonlyMap<string, Uint8Array>;
  /** Whether the files come from an archive. */
  isArchive?: boolean;
  /** Whether `templateJson` is not in the package, but beside it. */
  isTemplateJsonBeside?: boolean;
  /** Of a dotLottie: its parts, and the chosen animation and theme. */
  chosen?: Chosen | undefined;
};
