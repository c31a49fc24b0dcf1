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
