import { type Fault, withNearestFields, zodFaults } from '../base/index.ts';
import { mappingShape } from './entries.ts';

/**
 * Returns a fault for each field of a mapping that is unknown, absent or of the wrong type. Pointers
 * are those of a request with a `mapping`. The entries are not looked at.
 */
export function shapeFaults(json: unknown): Fault[] {
  const { success, error } = mappingShape.safeParse(json, withNearestFields());
  return success ? [] : zodFaults(error.issues, json, '/mapping');
}
