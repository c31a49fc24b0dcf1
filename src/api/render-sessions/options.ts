import { type Fault, fault, jsonPointer } from '../../base/index.ts';
import type { TemplateVersion } from '../../database/index.ts';

type Given = Record<string, unknown>;

/**
 * A fault for each option of the contract that is not served yet. One that asks for what happens
 * anyway is let pass; nothing is ever ignored. `body` need not be of the right shape: what is not
 * is the schema's to tell.
 */
export function unsupportedOptions(body: Given, version: TemplateVersion | undefined): Fault[] {
  const faults: Fault[] = [];
  const refuse = (path: readonly string[], hint: string, pointer = jsonPointer(...path)) =>
    faults.push(
      fault('option_not_supported', `The option ${path.join('.')} is not served yet.`, {
        pointer,
        hint,
      }),
    );
  if (body['mapping_id'] !== undefined) refuse(['mapping_id'], 'Send the mapping itself.');
  if (body['edit_token'] === true) refuse(['edit_token'], 'Leave it out.');
  if (body['priority'] === 'batch') refuse(['priority'], 'Leave it out.');
  const uploads = body['external_uploads'];
  if (Array.isArray(uploads) && uploads.length > 0) {
    refuse(['external_uploads'], 'Leave it out and read video_url when it is rendered.');
  }
  for (const [name, value] of Object.entries(asObject(body['output']))) {
    const usual = usualOutput(body, version)[name];
    const hint = usual === undefined ? 'Leave it out.' : `Leave it out, or give ${usual}.`;
    if (KNOWN_OUTPUT.has(name) && value !== usual) refuse(['output', name], hint, '/output');
  }
  return faults;
}

const KNOWN_OUTPUT = new Set(['width', 'height', 'fps', 'format', 'quality', 'codec']);

/** What is rendered without `output`. */
function usualOutput(body: Given, version: TemplateVersion | undefined): Given {
  return {
    width: version?.width ?? undefined,
    height: version?.height ?? undefined,
    fps: version?.fps ?? undefined,
    format: 'mp4',
    quality: body['render'] === 'final' ? 'high' : 'standard',
  };
}

function asObject(value: unknown): Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Given)
    : {};
}
