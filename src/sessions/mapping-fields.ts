import { z } from 'zod';
import { captionsShape, mappingShape } from '../mapping/index.ts';

/** The fields by which a request names its mapping; `requestedMapping` reads them. */
export const mappingFields = {
  mapping: mappingShape.optional(),
  mapping_id: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'Instead of mapping: the id of a stored mapping, which is copied now' }),
  template_style_version_id: z
    .string()
    .max(60)
    .optional()
    .meta({
      description:
        'Uses the mapping for another version: entries of editables that it does not have are left out',
    }),
};

const changes = z.record(z.string(), z.unknown()).optional();

export const patchRequest = z
  .strictObject({
    template_style_version_id: mappingShape.shape.template_style_version_id.optional(),
    resources: changes,
    audio_tracks: changes,
    font_changes: changes,
    captions: captionsShape.nullable().optional(),
    missing: z.literal('example').nullable().optional(),
  })
  .meta({
    id: 'MappingPatch',
    description: 'Entries to set, by name; null removes an entry',
    examples: [{ resources: { name: { source: { text: 'Max' } }, photo: null } }],
  });
