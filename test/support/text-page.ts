import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importTemplate } from '../../src/import/index.ts';
import { parsed } from '../../src/mapping/mapping.fixture.ts';
import { type Produced, produce } from '../../src/produce/index.ts';
import {
  composition,
  fill,
  group,
  rectangle,
  shapeLayer,
  textLayer,
} from '../../templates/builder/index.ts';
import type { TextPage } from '../golden/pages.ts';

const MARGIN = 24;
const FONT = { name: 'NotoSans-Regular', family: 'Noto Sans', style: 'Regular', ascent: 106.9 };

/** A page as a template whose lines a mapping fills, like a customer's texts. */
export async function composePage(
  { name, language, lines, width = 960, lineHeight = 72, size = 32 }: TextPage,
  folder: string,
): Promise<Produced> {
  const height = lines.length * lineHeight + 2 * MARGIN;
  const keys = lines.map((_, index) => `t_${index + 1}`);
  const animation = composition({
    name,
    width,
    height,
    frames: 1,
    fonts: [FONT],
    layers: [
      ...keys.map((key, index) =>
        textLayer(
          key,
          '',
          // Room for what hangs deepest.
          {
            font: FONT.name,
            size,
            color: '#000000',
            box: [0, -lineHeight / 2, width - 2 * MARGIN, 2 * lineHeight],
          },
          { position: [MARGIN, MARGIN + index * lineHeight, 0] },
        ),
      ),
      shapeLayer('paper', [
        group('paper', [
          rectangle({ x: width / 2, y: height / 2, width, height }),
          fill('#ffffff'),
        ]),
      ]),
    ],
  });
  const template = await importTemplate({
    label: name,
    animation: Buffer.from(JSON.stringify(animation)),
    base: '',
    templateJson: Buffer.from(JSON.stringify({ version: 1, language })),
    files: new Map(),
  });
  const resources = Object.fromEntries(
    keys.map((key, index) => [key, { source: { text: lines[index] ?? '' } }]),
  );
  await mkdir(folder, { recursive: true });
  return produce({
    template,
    mapping: parsed(template, { resources }),
    folder: join(folder, 'images'),
  });
}
