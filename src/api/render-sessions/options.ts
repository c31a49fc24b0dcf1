import { type Fault, fault, jsonPointer } from '../../base/index.ts';

type Given = Record<string, unknown>;

/**
 * A fault for each option of the contract that is not served yet; nothing is ever ignored. `body`
 * need not be of the right shape: what is not is the schema's to tell.
 */
export function unsupportedOptions(body: Given): Fault[] {
  const faults: Fault[] = [];
  const refuse = (name: string, hint: string) =>
    faults.push(
      fault('option_not_supported', `The option ${name} is not served yet.`, {
        pointer: jsonPointer(name),
        hint,
      }),
    );
  if (body['edit_token'] === true) refuse('edit_token', 'Leave it out.');
  return faults;
}
