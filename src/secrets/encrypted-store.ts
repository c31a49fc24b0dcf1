/** A stored text that holds encrypted values, or values that an older version stored in the clear. */
export type EncryptedRow = {
  /** The primary key. */
  key: readonly unknown[];
  /** The id that the values are encrypted for. */
  owner: string;
  values: readonly string[];
  /** The whole text, to detect a change between `list` and `replace`. */
  stored: string;
};

/** One place where encrypted values are stored. */
export type EncryptedStore = {
  /** Whether a client must send a value again if its key is lost. Other values expire. */
  isNeeded: boolean;
  /**
   * Reads the rows that hold values, a few at a time. It may skip rows whose only value begins with
   * `currentPrefix`.
   */
  list(currentPrefix: string): AsyncIterable<EncryptedRow>;
  /** Writes other values in the same order. A row that was changed since `list` stays unchanged. */
  replace(changes: readonly { row: EncryptedRow; values: readonly string[] }[]): Promise<void>;
};

/** All places where encrypted values are stored. */
export type EncryptedStores = {
  credentials: readonly EncryptedStore[];
  /** Addresses of media, which may be in very many rows. */
  addresses: readonly EncryptedStore[];
  /** Waits for the disk, and empties the write-ahead log, which still has the old texts. */
  flush(): Promise<void>;
  /**
   * Removes texts from before encryption out of the free space of the file. Returns false when the
   * file is too large for that.
   */
  overwriteFreeSpace(): Promise<boolean>;
};
