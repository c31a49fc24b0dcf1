import { type Fault, fault, type Message, quoted, say, type Wording } from '../base/index.ts';

/** The values of the placeholders in a path. */
export type PathValues = {
  id: string;
  title: string;
  externalId: string | null;
  metadata: Record<string, string>;
};

/** The smallest limit of the stores: UTF-8 bytes for S3 and Google, characters for Azure. */
const MAX_PATH_BYTES = 1024;
const MAX_VALUE_CHARACTERS = 100;
const KNOWN = '{id}, {title}, {external_id}, {metadata.<key>} and {ext}';

/**
 * Replaces the placeholders of a path. A value never adds a folder: all characters except letters,
 * numbers, dots, dashes and underscores become a dash. `encode` encodes a value for a URL.
 */
export function fillPath(
  path: string,
  values: PathValues,
  pointer: string,
  encode: (value: string) => string = plainly,
): { path: string; faults: Fault[] } {
  const faults: Fault[] = [];
  const filled = path.replaceAll(/\{([^{}/]*)\}/g, (placeholder, name: string) => {
    const value = placeholderValue(name, values);
    if (typeof value === 'string') return encode(plain(value));
    const { but, hint } = value;
    faults.push(
      fault(
        'target_invalid',
        say`Expected known placeholders for ${pointer} but ${placeholder.slice(0, 80)} ${but}.`,
        { pointer, hint },
      ),
    );
    return '';
  });
  if (faults.length === 0) {
    faults.push(...(encode === plainly ? pathFaults : urlPathFaults)(filled, pointer));
  }
  return { path: filled, faults };
}

const plainly = (value: string) => value;

type Unknown = { but: Message; hint: Wording };

/** Returns the value of a placeholder in a path, or why it has none. */
function placeholderValue(name: string, values: PathValues): string | Unknown {
  if (name === 'id') return values.id;
  if (name === 'title') return values.title;
  if (name === 'external_id') {
    return values.externalId ?? { but: say`has no value`, hint: 'Send external_id as well.' };
  }
  const [, key] = /^metadata\.(.+)$/s.exec(name) ?? [];
  if (key === undefined) return { but: say`is unknown`, hint: say`Known placeholders: ${KNOWN}.` };
  const value = Object.hasOwn(values.metadata, key) ? values.metadata[key] : undefined;
  const shortKey = quoted(key.slice(0, 60));
  return value ?? { but: say`has no value`, hint: say`Send metadata with the key ${shortKey}.` };
}

/** Converts a value to a name for all stores, file systems and URLs: no separators, not hidden. */
export function plain(value: string): string {
  const safe = value
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replaceAll(/[.-]{2,}/g, (run) => (run.includes('-') ? '-' : '.'))
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  return [...safe].slice(0, MAX_VALUE_CHARACTERS).join('') || '_';
}

/** Returns faults for a path that is not allowed in any store. */
export function pathFaults(path: string, pointer: string): Fault[] {
  const refuse = (but: Message, hint: string) => [pathFault(but, pointer, hint)];
  const parts = path.split('/');
  if (path === '') return refuse(say`it is empty`, 'Name a file, or a folder with / at its end.');
  if (parts.slice(0, -1).includes('') || parts.includes('.') || parts.includes('..')) {
    return refuse(say`it has an empty or relative part`, 'Remove //, /./ and /../.');
  }
  if (!path.isWellFormed() || /\p{Cc}/u.test(path)) {
    return refuse(say`it has control characters`, 'Remove them.');
  }
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    return refuse(say`it has more than ${MAX_PATH_BYTES} bytes`, 'Use a shorter path.');
  }
  return [];
}

/** Like `pathFaults` for the path of a URL. A server may decode it and treat \ like /. */
export function urlPathFaults(path: string, pointer: string): Fault[] {
  try {
    return pathFaults(decodeURIComponent(path).replaceAll('\\', '/'), pointer);
  } catch {
    // A server may find slashes in bytes that are not UTF-8.
    const hint = 'Encode the path as UTF-8, and % as %25.';
    return [pathFault(say`its percent encoding is not UTF-8`, pointer, hint)];
  }
}

function pathFault(but: Message, pointer: string, hint: string): Fault {
  const message = say`Expected the path of a file for ${pointer} but ${but}.`;
  return fault('target_invalid', message, { pointer, hint });
}
