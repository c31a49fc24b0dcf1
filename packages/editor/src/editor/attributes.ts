import type { Sibling } from '../stage/siblings.ts';

/** Reads names from an attribute: a JSON array, or names between commas. */
export function namesOf(text: string | null): string[] {
  const trimmed = (text ?? '').trim();
  if (trimmed.startsWith('[')) {
    try {
      const names: unknown = JSON.parse(trimmed);
      if (Array.isArray(names)) return names.map(String);
    } catch {
      // Names may begin with a bracket.
    }
  }
  return trimmed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

const MAX_SIBLINGS = 8;

/** Reads other styles of the template from an attribute with a JSON array. Other values are left out. */
export function siblingsOf(text: string | null): Sibling[] {
  let given: unknown;
  try {
    given = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  const isSibling = (value: unknown): value is Sibling => {
    const { versionId, name, width, height } = Object(value) as Partial<Sibling>;
    const isText = typeof versionId === 'string' && typeof name === 'string';
    return isText && Number(width) > 0 && Number(height) > 0;
  };
  return Array.isArray(given) ? given.filter(isSibling).slice(0, MAX_SIBLINGS) : [];
}
