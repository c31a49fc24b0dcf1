import { type Fault, fault, jsonPointer } from '../base/index.ts';

const FIELDS = ['resources', 'font_changes', 'audio_tracks'];

/** One fault for each file of a stored mapping whose address can no longer be decrypted. */
export function lostAddresses(mapping: Record<string, unknown>): Fault[] {
  return FIELDS.flatMap((field) =>
    Object.entries(mapping[field] ?? {})
      .filter(([, entry]: [string, Entry]) => entry?.source?.remote_url === null)
      .map(([name]) => {
        const pointer = `/mapping${jsonPointer(field, name, 'source', 'remote_url')}`;
        const message = `The address at ${pointer} cannot be decrypted: its key is missing.`;
        return fault('secret_key_missing', message, { pointer, hint: HINT });
      }),
  );
}

/** An entry of a mapping that was checked before it was stored. */
type Entry = { source?: { remote_url?: string | null } | null } | null | undefined;

const HINT =
  'Ask the operator to put the key back (see Keys in operations.md) and try again, or send the mapping again with the address.';
