import type { Template } from '../template/index.ts';
import { parseMapping } from './parse-mapping.ts';
import type { ParsedMapping } from './parsed-mapping.ts';

/** Returns the parsed mapping of a test, which may be incomplete. Throws its other faults. */
export function parsed(
  { editables, fontNames }: Pick<Template, 'editables' | 'fontNames'>,
  json: object,
): ParsedMapping {
  const givenMapping = { resources: {}, ...json };
  const { mapping, faults } = parseMapping({ editables, fonts: fontNames }, givenMapping);
  const wrong = faults.filter(({ code }) => code !== 'editable_missing');
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
  return mapping;
}
