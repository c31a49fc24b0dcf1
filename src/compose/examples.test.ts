import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fallbackFonts, stylesOf } from '../fonts/index.ts';
import { importTemplate, readPackageFile } from '../import/index.ts';
import type { TextDocument } from '../lottie/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import { type Template, targetsOf } from '../template/index.ts';
import { compose } from './compose.ts';

const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));
const TEMPLATES = (await readdir(DIST)).filter((name) => name.endsWith('.lottie'));
const NO_IMAGES = { editables: new Map(), assets: new Map() };
const WORDS = 'Zoë “жук” あ 🎂 ৳ שלום';

/** Composes a template twice: without entries, and with each example as an entry. */
async function composeTwice(template: Template) {
  const examples = Object.entries(template.editables).flatMap(([name, { example_text: text }]) =>
    text === undefined || template.editables[name]?.input_type !== 'text'
      ? []
      : [[name, { source: { text } }] as const],
  );
  const text = [...examples.map(([, { source }]) => source.text), template.otherText].join('\n');
  const { language } = template;
  const fallbacks = await fallbackFonts(text, [], { language, styles: stylesOf(template) });
  const unlimited = structuredClone(template.editables);
  for (const editable of Object.values(unlimited)) delete editable.max_length;
  const composed = (resources: Record<string, { source: { text: string } }>) => {
    const mapping = parsed({ ...template, editables: unlimited }, { resources });
    const { composition, ...reported } = compose({
      template,
      mapping,
      images: NO_IMAGES,
      fallbacks,
    });
    return JSON.stringify([composition, reported]);
  };
  return { example: composed({}), given: composed(Object.fromEntries(examples)), examples };
}

describe.each(TEMPLATES)('%s', (file) => {
  test.each<[string, Partial<TextDocument>]>([
    ['without changes', {}],
    ['with examples in other scripts', { t: WORDS }],
    ['with long examples', { t: `${WORDS} `.repeat(6) }],
    ['with line breaks', { t: 'one\rtwo\u0003three' }],
    ['without boxes', { t: WORDS, sz: undefined as never }],
    ['in a missing font', { t: WORDS, f: 'Nowhere-Bold' }],
  ])(
    'gives the same composition for an example and for an entry with the same text, %s',
    async (_, change) => {
      const template = await importTemplate(await readPackageFile(`${DIST}${file}`));
      for (const target of targetsOf(template.lottie)) {
        if (target.type !== 'text') continue;
        for (const { s } of target.layer.t?.d.k ?? []) Object.assign(s, change);
        const editable = template.editables[target.layer.t?.d.sid ?? ''];
        if (editable && change.t !== undefined)
          editable.example_text = change.t.replaceAll('\u0003', '\n').replaceAll('\r', '\n');
      }
      const { example, given: givenMapping, examples } = await composeTwice(template);
      expect(examples.length).toBeGreaterThan(0);
      expect(givenMapping).toBe(example);
    },
  );
});
