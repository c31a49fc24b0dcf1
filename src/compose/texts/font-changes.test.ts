import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parsed } from '../../mapping/mapping.fixture.ts';
import { openFont } from '../../text/index.ts';
import { images, mapping, template } from '../compose.fixture.ts';
import { type Composed, compose } from '../compose.ts';

const SCRIPT = await readFile(
  fileURLToPath(
    import.meta.resolve('@expo-google-fonts/pacifico/400Regular/Pacifico_400Regular.ttf'),
  ),
);

const others = await openFont(SCRIPT, 'test');

describe('a change of fonts', () => {
  const words = { t_01: { source: { text: 'Hi' } } };
  const outlines = (composed: Composed) => JSON.stringify(composed.composition.lottie.chars);

  test('replaces a font in all texts, including the template’s own', () => {
    const suppliedFonts = [{ fonts: ['Poppins-Bold'], faces: others }];
    const plain = compose({ template: template(), mapping: mapping(words), images, fallbacks: [] });
    const changed = compose({
      template: template(),
      mapping: mapping(words),
      images,
      fallbacks: [],
      suppliedFonts,
    });
    expect(outlines(changed)).not.toBe(outlines(plain));
    expect(changed.fonts).toEqual([
      {
        name: 'Pacifico-Regular',
        family: 'Pacifico',
        from: 'font_changes',
        digest: others[0]?.fileDigest,
      },
    ]);
  });

  test('fits a text in the new font, even if no editable fills it', () => {
    const wide = { ...template(), lottie: structuredClone(template().lottie) };
    const text = wide.lottie.layers[0]?.t?.d;
    const document = text?.k[0]?.s;
    if (document) document.t = 'Hello Hello';
    if (text) delete text.sid;
    const suppliedFonts = [{ fonts: ['Poppins-Bold'], faces: others }];
    const sizeIn = ({ composition }: Composed) => composition.lottie.layers[0]?.t?.d.k[0]?.s.s;
    expect(sizeIn(compose({ template: wide, mapping: mapping({}), images, fallbacks: [] }))).toBe(
      document?.s,
    );
    const changed = compose({
      template: wide,
      mapping: mapping({}),
      images,
      fallbacks: [],
      suppliedFonts,
    });
    expect(sizeIn(changed)).toBeLessThan(document?.s ?? 0);
  });

  test('by name uses the font of the template with that name', () => {
    const font_changes = { 'Poppins-Bold': { source: { font_name: 'Poppins-Bold' } } };
    const filled = parsed(template(), { resources: words, font_changes });
    const same = compose({ template: template(), mapping: filled, images, fallbacks: [] });
    expect(outlines(same)).toBe(
      outlines(compose({ template: template(), mapping: mapping(words), images, fallbacks: [] })),
    );
    expect(same.fonts).toMatchObject([{ name: 'Poppins-Bold', from: 'font_changes' }]);
  });
});
