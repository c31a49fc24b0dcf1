import type { CallOptions, Framepress, TemplateStyleVersion } from '@framepress/client';
import type { Settings, TemplateDraft } from './draft.ts';
import type { Resources } from './tries.ts';

/** An upload that becomes a file of the package. */
export type NewFile = { path: string; upload_id: string };

export type StillRequest = {
  settings: Settings;
  resources: Resources;
  files?: readonly NewFile[];
  at: number;
  width: number;
  format: 'webp';
};

/** The calls of this page, for one version. */
export type DraftCalls = {
  read(options: CallOptions): Promise<TemplateDraft>;
  still(body: StillRequest, options: CallOptions): Promise<Blob>;
  save(
    body: { settings: Settings; files: readonly NewFile[] },
    options: CallOptions,
  ): Promise<TemplateStyleVersion>;
};

type StillBody = Parameters<Framepress['versions']['draftStill']>[1];

/** Returns the calls for a version. */
export function draftCallsOf({ versions }: Framepress, id: string): DraftCalls {
  return {
    // The document of the API does not describe template.json and the corners of places.
    read: async (options) => (await versions.draft(id, options)) as unknown as TemplateDraft,
    still: (body, options) => versions.draftStill(id, body as unknown as StillBody, options),
    save: (body, options) =>
      versions.createFromSettings(id, { ...body, files: [...body.files] }, options),
  };
}
