/** A stored file within a public object. `at` is the place of the value in that object. */
export type FileReference = {
  key: string;
  at: readonly (string | number)[];
  /** The name under which a browser saves the file. */
  downloadName?: string;
};

/** What the public form of a stored row depends on. */
export type PublicContext = {
  nowMs: number;
  /** The text that stands for a file: a signed URL in an answer, the storage key in an event. */
  file: (reference: FileReference) => string;
};
