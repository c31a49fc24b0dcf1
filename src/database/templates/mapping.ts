/** `body` and `parsed` are JSON with encrypted addresses. */
export type MappingRow = {
  id: string;
  accountId: string;
  templateStyleVersionId: string;
  body: string;
  parsed: string | null;
  /**
   * True for a stored mapping, which can be changed and used by sessions; false for the mapping of one
   * session.
   */
  isStored: boolean;
  createdAtMs: number;
  updatedAtMs: number;
};

/**
 * A mapping. `body` is what the client sent, without the id; `parsed` is the form that a session's
 * render reads.
 */
export type NewMapping = Pick<MappingRow, 'id' | 'accountId' | 'templateStyleVersionId'> & {
  body: Record<string, unknown>;
  parsed?: object | undefined;
};

export type StoredMapping = Omit<NewMapping, 'parsed'> &
  Pick<MappingRow, 'isStored' | 'createdAtMs' | 'updatedAtMs'>;

/** A mapping in a list: without its body. */
export type ListedMapping = Omit<StoredMapping, 'body' | 'accountId' | 'isStored'>;
