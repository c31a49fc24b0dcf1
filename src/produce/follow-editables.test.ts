import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { NO_AUDIO, placeAudio } from '../compose/index.ts';
import { allLayers, eachObject } from '../lottie/index.ts';
import { NO_ENTRIES } from '../mapping/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import type { Template } from '../template/index.ts';
import { openStoredTemplate, parseStoredTemplate, serialiseTemplate } from '../template/index.ts';
import { box, code, FRAMES, imported, layer, rigged, still, text } from './follow.fixture.ts';
import { followEditables } from './follow-editables.ts';
import { type Produced, produce, produceText } from './produce.ts';

type Json = Record<string, unknown>;

const SWATCH = {
  swatch: { type: 'color', targets: ['swatch > Group > Fill'] },
  padding: { type: 'number', targets: ['controls > padding'] },
};

let folder = '';
let template: Template;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-follow-'));
  template = await imported(rigged(), SWATCH);
});
afterAll(() => removeFolder(folder));

const filled = (resources: Json, of: Template = template) =>
  produce({ template: of, mapping: parsed(of, { resources }), folder });
const says = (words: string) => ({ t_01: { source: { text: words } } });

function layerOf({ composition }: Produced, name: string) {
  const layer = composition.lottie.layers.find(({ nm }) => nm === name);
  if (!layer) throw new Error(`no layer ${name}`);
  return layer;
}

/** The size, the middle and the color of a box. */
function boxOf(produced: Produced, name = 'box') {
  const layer = layerOf(produced, name);
  const [rectangle, fill] = layer.shapes?.[0]?.it ?? [];
  const value = (property: unknown) => (property as { k: number[] }).k;
  return {
    size: value(rectangle?.['s']),
    middle: value(rectangle?.['p']),
    color: value(fill?.c),
    position: value(layer.ks?.p),
  };
}

describe('expressions that follow editables', () => {
  test('make a box as large as the ink of the filled text and its padding', async () => {
    const [short, long] = [await filled(says('ill')), await filled(says('illuminated'))];
    const [{ size: a }, { size: b }] = [boxOf(short), boxOf(long)];
    expect(b[0]).toBeGreaterThan(3 * (a[0] ?? 0));
    expect(b[1]).toBeCloseTo(a[1] ?? 0, 0);
    const { size } = boxOf(await filled({ ...says('ill'), padding: { source: { number: 25 } } }));
    expect(size.map((n, i) => n - (a[i] ?? 0))).toEqual([
      expect.closeTo(30, 2),
      expect.closeTo(30, 2),
    ]);
    expect(boxOf(long).position.slice(0, 2)).toEqual([60, 80]);
  });

  test('measure the size at which a text is drawn', async () => {
    const bounded = await imported(rigged(), { t_01: { max_width: 120 } });
    const produced = await filled(says('Extraordinary'), bounded);
    const { size } = boxOf(produced);
    expect(produced.fit['t_01']).toMatchObject({ overflow: false });
    expect(size[0]).toBeGreaterThan(120);
    expect(size[0]).toBeLessThan(142);
    // Without a box, the text shrinks to the 725 pixels up to the edge of the frame.
    const wide = await filled(says('Extraordinary illuminated manuscripts of the middle ages'));
    const [width = 0] = boxOf(wide).size;
    expect(wide.fit['t_01']).toMatchObject({ overflow: false });
    expect(width).toBeGreaterThan(700);
    expect(width).toBeLessThan(747);
  });

  test('measure a text in the outlines of the file if its font is missing', async () => {
    const point = (x: number, y: number) => [x, y];
    const v = [point(0, -70), point(190, -70), point(190, 0), point(0, 0)];
    const zero = v.map(() => point(0, 0));
    const data = {
      shapes: [{ ty: 'gr', it: [{ ty: 'sh', ks: still({ v, i: zero, o: zero, c: true }) }] }],
    };
    const chars = ['H', 'e', 'l', 'o'].map((ch) => ({
      ch,
      size: 40,
      style: 'Bold',
      fFamily: 'Missing',
      w: 200,
      data,
    }));
    const list = [{ fName: 'Missing-Bold', fFamily: 'Missing', fStyle: 'Bold', ascent: 75 }];
    const json = JSON.stringify({ ...rigged(), chars, fonts: { list } });
    const lottie = JSON.parse(json.replaceAll('"f":"Poppins-Bold"', '"f":"Missing-Bold"')) as Json;
    const produced = await filled(says('Helloo'), await imported(lottie));
    expect(boxOf(produced).size[0]).toBeCloseTo(20 + (6 * 200 - 10) * 0.4, 3);
  });

  test('set the text of another layer', async () => {
    const letters = (produced: Produced, name: string) => layerOf(produced, name).t?.d.k[0]?.s.t;
    const produced = await filled(says('Abc'));
    const equal = await filled(says('ABC'));
    expect(letters(produced, 'shout')).toHaveLength(3);
    expect(boxOf(produced).size).not.toEqual(boxOf(equal).size);
    const shapes = ({ composition: { lottie } }: Produced, name: string, at: number) =>
      lottie.chars?.find(
        ({ ch }) =>
          ch === layerOf({ composition: { lottie } } as Produced, name).t?.d.k[0]?.s.t?.[at],
      )?.data;
    expect(shapes(produced, 'shout', 1)).toEqual(shapes(equal, 't_01', 1));
  });

  test('take over a color', async () => {
    const produced = await filled({ swatch: { source: { color: '#ff0000' } } });
    expect(boxOf(produced, 'copy').color).toEqual([1, 0, 0, 1]);
  });

  test('make no color transparent: exporters write 0 as the fourth number in effects', async () => {
    const v = still([0.2, 0.4, 0.6, 0]);
    const ef = [{ ty: 5, nm: 'Ink', ef: [{ ty: 2, nm: 'Color', v }] }];
    const color = still([1, 0, 0, 1], code('thisComp.layer("ink").effect("Ink")("Color")'));
    const length = 'thisComp.layer("t_01").text.sourceText.length';
    const size = still([9, 9], code(`[9 * ${length}, 9]`));
    const square = box('box', { size, place: still([0, 0]), color });
    const layers = [layer('ink', 3, { ef }), text('t_01', 'Go'), square];
    const clear = await imported({ ...rigged(), layers }, { ink: { targets: ['ink > Ink'] } });
    const { size: clearSize, color: ink } = boxOf(await filled(says('Run'), clear));
    expect([clearSize, ink]).toEqual([
      [27, 9],
      [0.2, 0.4, 0.6, 1],
    ]);
  });

  test('do not replace colors and numbers that the customer set', async () => {
    const linked = rigged();
    const layers = linked['layers'] as Json[];
    const renamed = await imported(
      {
        ...linked,
        layers: layers.map((layer) => (layer['nm'] === 'copy' ? { ...layer, nm: 'c_01' } : layer)),
      },
      { ...SWATCH, c_01: { type: 'color', targets: ['c_01 > Group > Fill'] } },
    );
    const red = { source: { color: '#ff0000' } };
    const blue = { source: { color: '#0000ff' } };
    const { color } = boxOf(await filled({ swatch: red, c_01: blue }, renamed), 'c_01');
    expect(color).toEqual([0, 0, 1, 1]);
  });

  test('read the slots of transforms', async () => {
    const faded = layer('faded', 3, { ks: { o: { a: 0, k: 80, sid: 'fade' } } });
    const opacity = still(100, code('thisComp.layer("faded").transform.opacity'));
    const slotted = await imported({
      ...rigged(),
      layers: [faded, layer('follower', 3, { ks: { o: opacity } })],
    });
    const produced = await filled({ fade: { source: { number: 20 } } }, slotted);
    expect(layerOf(produced, 'follower').ks?.o).toMatchObject({ k: 20 });
  });

  test('are evaluated equally for a check and for a stored template', async () => {
    const storedTemplate = await openStoredTemplate(
      parseStoredTemplate(serialiseTemplate(template as never, 1)),
    );
    const mapping = parsed(template, { resources: says('Stored') });
    const [a, b] = [await filled(says('Stored')), await filled(says('Stored'), storedTemplate)];
    expect(JSON.stringify(b.composition)).toBe(JSON.stringify(a.composition));
    const { fit, warnings } = await produceText({ template: storedTemplate, mapping, folder });
    expect({ fit, warnings }).toEqual({ fit: a.fit, warnings: a.warnings });
  });

  test('leave no number and no expression in the composition', async () => {
    for (const mapping of [NO_ENTRIES, parsed(template, { resources: says('Plain') })]) {
      const { composition } = await produce({ template, mapping, folder });
      expect(JSON.stringify(composition)).not.toMatch(/"xn"|\$bm_rt/);
    }
  });

  test('may move: a text that counts becomes keyframes', async () => {
    const moving = await imported({
      ...rigged(),
      layers: [
        text('t_01', 'Go'),
        text('count', '0', {
          x: code('thisComp.layer("t_01").text.sourceText + " " + Math.floor(time * 2)'),
        }),
      ],
    });
    const { composition } = await filled(says('Run'), moving);
    const [, count] = composition.lottie.layers;
    expect(count?.t?.d.k.map(({ t }) => t)).toEqual([0, 15, 30, 45]);
    expect(composition.video.frameCount).toBe(FRAMES);
  });

  test('do not replace a text that the customer filled, unless they read it', async () => {
    const title = 'thisComp.layer("t_01").text.sourceText';
    const withExpression = await imported({
      ...rigged(),
      layers: [
        text('t_01', 'Go'),
        text('t_02', 'Go', { x: code(`${title}.value + "!"`) }),
        text('t_03', 'GO', { x: code('value.toUpperCase()') }),
      ],
    });
    const drawnFor = async (entries: Record<string, string>) => {
      const resources = Object.fromEntries(
        Object.entries(entries).map(([name, words]) => [name, { source: { text: words } }]),
      );
      const request = { template: withExpression, mapping: parsed(withExpression, { resources }) };
      const { layers } = (await produce({ ...request, folder })).composition.lottie;
      return layers.map(({ t }) => t?.d.k[0]?.s?.t?.length);
    };
    expect(await drawnFor({ t_01: 'Run' })).toEqual([3, 4, 2]);
    expect(await drawnFor({ t_01: 'Run', t_02: 'Mine only' })).toEqual([3, 9, 2]);
    expect(await drawnFor({ t_03: 'ß' })).toEqual([2, 3, 2]);
  });

  test('write a text that shrinks like other texts', async () => {
    const withExpression = await imported({
      ...rigged(),
      layers: [text('t_01', 'Go', { ks: { p: still([60, 80, 0]) }, x: code('value.repeat(4)') })],
    });
    const { fit } = await filled(says('Illuminated '), withExpression);
    expect(fit['t_01']).toMatchObject({ overflow: false, lines: 1 });
    expect(fit['t_01']).not.toHaveProperty('font_scale', 1);
  });

  test('set the level of audio, in its own time', async () => {
    const volume = 'thisComp.layer("controls").effect("padding")("Slider").value';
    const audio = (nm: string, refId: string, level: string, more: Json = {}) => ({
      ty: 6,
      nm,
      refId,
      ip: 0,
      op: FRAMES,
      st: 0,
      sr: 1,
      au: { lv: still(50, code(level)) },
      ...more,
    });
    const file = 'data:audio/wav;base64,UklGRg==';
    const { layers, ...document } = rigged();
    const loud = await imported(
      {
        ...document,
        assets: ['a', 'b'].map((id) => ({ id, u: '', p: file, e: 1 })),
        layers: [
          ...(layers as Json[]),
          audio('still', 'a', volume),
          audio('late', 'b', `time < 1 ? ${volume} : 100`, { ip: 15, op: 45 }),
        ],
      },
      SWATCH,
    );
    const mapping = parsed(loud, { resources: { padding: { source: { number: 20 } } } });
    const request = { template: loud, mapping, fallbacks: [], suppliedFonts: [] };
    const followed = await followEditables(request);
    expect(followed?.warnings).toEqual([]);
    const audioSource = { sha256: 'x', durationSeconds: 10 };
    const audioSources = { ...NO_AUDIO, assets: new Map([...'ab'].map((id) => [id, audioSource])) };
    const [first, second] = placeAudio(loud, mapping, audioSources, followed);
    expect(first?.gain).toEqual([[0, 0.2, 0.2]]);
    const levelAt = (seconds: number) =>
      second?.gain.findLast(([at]) => at <= seconds + 1e-6)?.slice(1);
    expect([0.5, 0.9, 1, 1.4].map(levelAt)).toEqual([
      [0.2, 0.2],
      [0.2, 0.2],
      [1, 1],
      [1, 1],
    ]);
  });

  test('that fail keep the values of the import, and are warnings', async () => {
    const late = 'if (thisComp.layer("t_01").text.sourceText.length > 5) { while (true) {} }';
    const failing = await imported({
      ...rigged(),
      layers: [
        text('t_01', 'Go'),
        box('endless', {
          size: still([50, 50], `${late}\n$bm_rt = [60, 60];`),
          place: still([0, 0]),
          color: still([1, 0, 0, 1]),
        }),
        box('good', {
          size: still(
            [50, 50],
            '$bm_rt = [thisComp.layer("t_01").text.sourceText.length * 10, 20];',
          ),
          place: still([0, 0]),
          color: still([1, 0, 0, 1]),
        }),
      ],
    });
    const produced = await filled(says('Going home'), failing);
    expect(boxOf(produced, 'endless').size).toEqual([60, 60]);
    expect(boxOf(produced, 'good').size).toEqual([100, 20]);
    expect(produced.warnings).toContainEqual(
      expect.objectContaining({
        code: 'expression_failed',
        message: expect.stringMatching(/"endless".*too long/),
      }),
    );
  });

  test('that fail in some frames only are warnings, and have the values of the others', async () => {
    const late =
      'if (thisComp.layer("t_01").text.sourceText.length > 5 && time > 0.5) throw new Error("late");';
    const failing = await imported({
      ...rigged(),
      layers: [
        text('t_01', 'Go'),
        box('box', {
          size: still([50, 50], `${late}\n$bm_rt = [60, 60];`),
          place: still([0, 0]),
          color: still([1, 0, 0, 1]),
        }),
      ],
    });
    const produced = await filled(says('Going home'), failing);
    expect(produced.warnings).toContainEqual(
      expect.objectContaining({
        code: 'expression_failed',
        message: expect.stringMatching(/"box".*in some frames: late/),
      }),
    );
  });

  test('whose property is not in the template are warnings', async () => {
    const lost = await imported(rigged());
    for (const { layer } of allLayers(lost.lottie))
      eachObject(layer, (value: { xn?: number }) => {
        delete value.xn;
      });
    const { warnings } = await filled(says('Going home'), lost);
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'expression_failed',
        message: expect.stringContaining('has lost the property'),
      }),
    );
  });
});
