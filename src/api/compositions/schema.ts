import { z } from 'zod';
import { fitSchema, warningSchema } from '../../schemas/index.ts';
import { mappingFields } from '../../sessions/index.ts';

export const compositionRequest = z
  .strictObject({
    ...mappingFields,
    render_session_id: z
      .string()
      .max(60)
      .optional()
      .meta({
        description:
          'Instead of a mapping: the mapping of this session. An edit token needs neither: its session is meant',
      }),
  })
  .meta({
    id: 'CompositionCreate',
    description: 'Entries may be missing: those editables show the template’s example',
    examples: [
      {
        mapping: {
          template_style_version_id: 'tsv_9WzQk4TvRm2NpYbH',
          resources: { name: { source: { text: 'Ana' } } },
        },
      },
    ],
  });

const file = z
  .object({
    name: z.string().meta({ description: 'The name of the image in `lottie`' }),
    kind: z.enum(['image', 'frame']).meta({ description: '`frame`: an image of a video' }),
    url: z
      .string()
      .meta({
        description:
          'Signed, relative to the service. With `&width=480` the image is smaller; use it for frames only',
      }),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'CompositionFile' });

export const compositionResponse = z
  .object({
    composition: z
      .object({
        digest: z.string().meta({ description: 'Equal digests: nothing has to be drawn again' }),
        lottie: z
          .record(z.string(), z.unknown())
          .meta({
            description:
              'A plain Lottie document whose text is outlines. Its images are in `files`',
          }),
        files: z.array(file),
        video: z.object({
          width: z.number(),
          height: z.number(),
          fps: z.number(),
          frame_count: z.int().meta({ description: 'Number of frames' }),
          duration: z.number(),
        }),
        audio: z
          .object({ url: z.string(), duration: z.number() })
          .nullable()
          .meta({ description: 'AAC in MP4, mixed at the first request of the URL' }),
        engine: z
          .string()
          .nullable()
          .meta({
            description: 'Path of the player’s engine and worker that draw the exact pixels',
          }),
        stillcuts: z
          .record(z.string(), z.number())
          .meta({ description: 'Times of the template’s stills in seconds, by name' }),
        fit: z.record(z.string(), fitSchema),
        warnings: z.array(warningSchema),
        missing_editables: z
          .array(z.string())
          .meta({ description: 'Required editables without an entry, which show the example' }),
      })
      .meta({ id: 'Composition', description: 'A mapping compiled into its template' }),
  })
  .meta({ id: 'CompositionResponse' });

export const placesQuery = z.strictObject({
  frame: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(0)
    .meta({ description: 'Counted from the first frame of the video' }),
});

const corner = z.array(z.number()).length(2);

export const placesResponse = z
  .object({
    places: z.array(
      z
        .object({ editable: z.string(), corners: z.array(corner).length(4) })
        .meta({ id: 'EditablePlace', description: 'Corners in pixels of the video' }),
    ),
  })
  .meta({
    id: 'PlacesResponse',
    examples: [
      {
        places: [
          {
            editable: 'name',
            corners: [
              [120, 80],
              [520, 80],
              [520, 160],
              [120, 160],
            ],
          },
        ],
      },
    ],
  });
