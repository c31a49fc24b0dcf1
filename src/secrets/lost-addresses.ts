import { type Fault, fault, jsonPointer } from '../base/index.ts';

const FIELDS = ['resources', 'font_changes', 'audio_tracks'];

/** One fault for each file of a stored mapping whose address can no longer be decrypted. */
export function lostAddresses(mapping: Record<string, unknown>): Fault[] {
  const { captions } = mapping;
  const places = [
    ...FIELDS.flatMap((field) => lostIn(mapping[field]).map((name) => [field, name])),
    ...lostIn({ captions }).map((name) => [name]),
    ...(Array.isArray(captions) ? lostIn(captions).map((index) => ['captions', index]) : []),
  ];
  return places.map((place) => {
    const pointer = `/mapping${jsonPointer(...place, 'source', 'remote_url')}`;
    const message = `The address at ${pointer} cannot be decrypted: its key is missing.`;
    return fault('secret_key_missing', message, { pointer, hint: HINT });
  });
}

/** The names of the entries whose address is lost. */
function lostIn(group: unknown): string[] {
  return Object.entries(group ?? {})
    .filter(([, entry]: [string, Entry]) => entry?.source?.remote_url === null)
    .map(([name]) => name);
}

/** An entry of a mapping that was checked before it was stored. */
type Entry = { source?: { remote_url?: string | null } | null } | null | undefined;

const HINT =
  'Ask the operator to put the key back (see Keys in operations.md) and try again, or send the mapping again with the address.';
