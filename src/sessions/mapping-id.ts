import { type Fault, fault } from '../base/index.ts';
import type { RenderSession } from '../database/index.ts';

/**
 * Returns a request without the id in its mapping, and a fault for another id. A mapping that a
 * client has read from a session contains its id.
 */
export function withoutMappingId(
  body: Record<string, unknown>,
  { mapping: current }: Pick<RenderSession, 'mapping'>,
): { body: Record<string, unknown>; faults: Fault[] } {
  const { mapping } = body;
  if (typeof mapping !== 'object' || mapping === null || !('id' in mapping))
    return { body, faults: [] };
  const { id, ...content } = mapping;
  const message = 'Expected no id for /mapping, or the id of the current mapping.';
  const wrong = fault('invalid_request', message, { pointer: '/mapping/id', hint: 'Omit the id.' });
  return { body: { ...body, mapping: content }, faults: id === current.id ? [] : [wrong] };
}
