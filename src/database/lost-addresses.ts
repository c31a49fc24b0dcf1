import { type Fault, fault, jsonPointer } from '../base/index.ts';

const FIELDS = ['resources', 'font_changes', 'audio_tracks'];

/** A fault for each file of a stored mapping whose address cannot be decrypted any more. */
export function lostAddresses(mapping: Record<string, unknown>): Fault[] {
  return FIELDS.flatMap((field) =>
    Object.entries(mapping[field] ?? {})
      .filter(([, entry]: [string, Entry]) => entry?.source?.remote_url === null)
      .map(([name]) => {
        const pointer = `/mapping${jsonPointer(field, name, 'source', 'remote_url')}`;
        const message = `The address at ${pointer} cannot be decrypted: the key to it is missing in the service.`;
        return fault('secret_key_missing', message, { pointer, hint: HINT });
      }),
  );
}

/** As it was checked when it was stored. */
type Entry = { source?: { remote_url?: string | null } | null } | null | undefined;

const HINT =
  'Have the key put back (see Keys in operations.md) and try again, or send the mapping again with the address.';
