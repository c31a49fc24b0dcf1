/** A stored file in a public object. `at` is the path of the value in that object. */
export type FileReference = {
  key: string;
  at: readonly (string | number)[];
  /** The name under which a browser saves the file. */
  downloadName?: string;
};

/** The context that the public form of a stored row depends on. */
export type PublicContext = {
  nowMs: number;
  /** Returns the text for a file: a signed URL in an answer, the storage key in an event. */
  file: (reference: FileReference) => string;
};
