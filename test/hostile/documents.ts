/**
 * Animations that are large in one respect: `size` is the number of the repeated element. All are
 * within the limits of the parser; no designer would make them.
 */

export type Json = Record<string, unknown>;

/** An animation and what lies beside it in its package. */
export type HostilePackage = {
  animation: Json;
  templateJson?: Json;
  files?: Record<string, string>;
};

const still = (k: unknown) => ({ a: 0, k });
const moving = (size: number, value: (index: number) => unknown) => ({
  a: 1,
  k: Array.from({ length: size }, (_, t) => ({
    t,
    s: value(t),
    i: { x: [1], y: [1] },
    o: { x: [0], y: [0] },
  })),
});
const times = <T>(size: number, make: (index: number) => T): T[] =>
  Array.from({ length: size }, (_, index) => make(index));

/** A layer that shows all the time. */
const layer = (ty: number, more: Json = {}): Json => ({ ty, ip: 0, op: 60, ks: {}, ...more });
const precomp = (refId: string, more: Json = {}) => layer(0, { refId, w: 100, h: 100, ...more });
const text = (nm: string, words: string, f = 'A') =>
  layer(5, { nm, t: { d: { k: [{ t: 0, s: { t: words, f, s: 10, fc: [0, 0, 0] } }] }, a: [] } });
const fill = (nm: string) => ({ ty: 'fl', nm, c: still([1, 0, 0, 1]), o: still(100) });

const animation = (layers: Json[], more: Json = {}): Json => ({
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 60,
  w: 100,
  h: 100,
  layers,
  ...more,
});
const assets = (size: number, more: Json = {}) =>
  times(size, (n) => ({ id: `i${n}`, w: 10, h: 10, u: 'images/', p: `${n}.png`, ...more }));

/** Documents by name; each grows with its size. */
export const HOSTILE_DOCUMENTS: Readonly<Record<string, (size: number) => HostilePackage>> = {
  'a chain of parents': (size) => ({
    animation: animation(
      times(size, (n) =>
        layer(4, { ind: n + 1, nm: 'c_01', parent: n > 0 ? n : undefined }),
      ).reverse(),
    ),
  }),
  'a chain of moving parents': (size) => ({
    animation: animation(
      times(size, (n) =>
        layer(3, {
          ind: n,
          parent: n + 1 < size ? n + 1 : undefined,
          ks: { p: moving(2, (t) => [t, 0]) },
        }),
      ),
    ),
  }),
  'keyframes of one layer': (size) => ({
    animation: animation(
      [
        layer(4, { ks: { p: moving(size, (t) => [t % 100, 0]), o: moving(size, () => [100]) } }),
        text('t_01', 'a'),
      ],
      { op: Math.min(size, 200_000) },
    ),
  }),
  'keyframes of a time map': (size) => ({
    animation: animation([precomp('c', { tm: moving(size, (t) => [(t % 60) / 30]) })], {
      assets: [{ id: 'c', layers: [text('t_01', 'a'), layer(4)] }],
    }),
  }),
  'time maps that run to and fro': (size) => ({
    animation: animation(
      times(size, () => precomp('c', { op: 2e6, tm: moving(2, (t) => [t * 9000]) })),
      { assets: [{ id: 'c', layers: [text('t_01', 'a')] }] },
    ),
  }),
  'text editables': (size) => ({
    animation: animation(times(size, (n) => text(`t_${n}`, 'words'))),
  }),
  'color editables of one layer': (size) => ({
    animation: animation([layer(4, { shapes: times(size, (n) => fill(`c_${n}`)) })]),
  }),
  'fills of one color editable': (size) => ({
    animation: animation([layer(4, { shapes: times(size, () => fill('c_01')) })]),
  }),
  'image editables': (size) => ({
    animation: animation(
      times(size, (n) => layer(2, { nm: `USER/${n}.png`, refId: `i${n}` })),
      { assets: assets(size) },
    ),
  }),
  'editables of one image': (size) => ({
    animation: animation(
      times(size, (n) => layer(2, { nm: `USER/${n}.png`, refId: 'i0' })),
      { assets: assets(1, { u: '', p: `data:image/png;base64,${'A'.repeat(size * 16)}` }) },
    ),
  }),
  'video editables': (size) => ({
    animation: animation(
      times(size, (n) =>
        layer(2, { nm: `video_${n}`, refId: `i${n}`, ip: n % 60, op: (n % 60) + 1 }),
      ),
      { assets: assets(size) },
    ),
  }),
  'audio tracks': (size) => ({
    animation: animation(
      times(size, (n) => layer(6, { nm: `a_${n}`, refId: `i${n}`, au: { lv: still([50]) } })),
      { assets: assets(size, { p: 'a.mp3' }) },
    ),
  }),
  'targets of template.json': (size) => ({
    animation: animation(times(size, (n) => text(`layer ${n}`, 'words'))),
    templateJson: {
      version: 1,
      editables: Object.fromEntries(
        times(Math.min(size, 900), (n) => [
          `e${n}`,
          { type: 'text', targets: [`layer ${size - 1 - n}`] },
        ]),
      ),
    },
  }),
  'slots that nothing is bound to': (size) => ({
    animation: animation([text('t_01', 'a')], {
      slots: Object.fromEntries(times(size, (n) => [`s${n}`, { p: still(1) }])),
    }),
  }),
  'fonts, each of one text': (size) => ({
    animation: animation(
      times(size, (n) => text(`layer ${n}`, 'a', `F${n}`)),
      {
        fonts: { list: times(size, (n) => ({ fName: `F${n}`, fFamily: `F${n}`, fStyle: 'Bold' })) },
      },
    ),
  }),
  'letters, of many texts': (size) => ({
    animation: animation(
      times(size, () => text('words', 'a')),
      {
        fonts: { list: [{ fName: 'A', fFamily: 'A', fStyle: 'B' }] },
        chars: times(size, (n) => ({
          ch: String.fromCodePoint(0x4e00 + (n % 20_000)),
          fFamily: 'A',
          style: 'B',
          size: 10,
          w: 10,
          data: { shapes: [] },
        })),
      },
    ),
  }),
  'documents of one text': (size) => ({
    animation: animation([
      layer(5, {
        nm: 't_01',
        t: { d: { k: times(size, (t) => ({ t, s: { t: 'a', f: 'A', s: 10 } })) }, a: [] },
      }),
    ]),
  }),
  'expressions that take over': (size) => ({
    animation: animation(
      times(size, (n) =>
        layer(4, {
          nm: `layer ${n}`,
          ind: n + 1,
          ks: {
            r: {
              ...still(0),
              x: `$bm_rt = thisComp.layer('layer ${size - 1}').transform.opacity;`,
            },
          },
        }),
      ),
    ),
  }),
  'expressions into one group': (size) => ({
    animation: animation([
      layer(4, {
        shapes: times(size, (n) => ({
          ty: 'rc',
          nm: `r${n}`,
          s: { ...still([1, 1]), x: `$bm_rt = content('r${size - 1}').position;` },
        })),
      }),
    ]),
  }),
  'expressions that are nearly names': (size) => ({
    animation: animation(
      times(size, () =>
        layer(4, { ks: { r: { ...still(0), x: `$bm_rt = ${"content('".repeat(100)}` } } }),
      ),
    ),
  }),
  'rounded stars': (size) => ({
    animation: animation([
      layer(4, {
        shapes: times(size, () => ({
          ty: 'sr',
          sy: 1,
          pt: still(1e9),
          p: still([0, 0]),
          or: still(9),
          ir: still(3),
          os: still(50),
          is: still(50),
          r: moving(2, (t) => [t * 2000]),
        })),
      }),
    ]),
  }),
  'mattes, each of the one above': (size) => ({
    animation: animation(
      times(size, (n) => layer(4, { ind: n, tt: 1, td: n % 2, ...(n > 0 && { tp: n - 1 }) })),
    ),
  }),
  'mattes without an index': (size) => ({
    animation: animation(times(size, (n) => layer(4, { tt: n % 2, td: (n + 1) % 2 }))),
  }),
  'layers that never show': (size) => ({
    animation: animation(
      times(10, () => precomp('c')),
      { assets: [{ id: 'c', layers: times(size, () => layer(4, { ip: 5, op: 5 })) }] },
    ),
  }),
  'precomps that double': (size) => ({
    animation: animation([precomp('c0')], {
      assets: times(Math.floor(Math.log2(size)) + 1, (n) => ({
        id: `c${n}`,
        layers:
          n === Math.floor(Math.log2(size))
            ? [text('t_01', 'a')]
            : [precomp(`c${n + 1}`), precomp(`c${n + 1}`)],
      })),
    }),
  }),
  'groups in one another, with many fills': (size) => ({
    animation: animation([
      layer(4, {
        shapes: times(90, (n) => n).reduce<Json[]>(
          (inner) => [{ ty: 'gr', nm: 'g', it: inner }],
          times(size, () => fill('f')),
        ),
      }),
    ]),
  }),
  'objects in one another, with many properties': (size) => ({
    animation: animation([
      layer(4, {
        deep: times(300, (n) => n).reduce<unknown>(
          (inner) => ({ inner }),
          times(size, () => still(1)),
        ),
      }),
    ]),
  }),
  'changes of a precomp that is everywhere': (size) => ({
    animation: animation(
      times(size, (n) => precomp('c', { ip: n % 60, op: (n % 60) + 1 })),
      {
        assets: [
          {
            id: 'c',
            layers: [
              layer(4, { ks: { o: { a: 1, k: times(size, (t) => ({ t, s: [t % 100], h: 1 })) } } }),
            ],
          },
        ],
      },
    ),
  }),
  'effects that name layers': (size) => ({
    animation: animation([
      ...times(10, (n) => layer(4, { ind: n })),
      layer(4, {
        ind: 99,
        ef: [{ ty: 5, ef: times(size, (n) => ({ ty: 10, v: still(n % 10) })) }],
      }),
    ]),
  }),
  'a long name, in many paths': (size) => ({
    animation: animation([precomp('c', { nm: 'x'.repeat(size * 16) })], {
      assets: [{ id: 'c', layers: times(size, () => text('t_01', 'a')) }],
    }),
  }),
  'a long id, of many layers': (size) => ({
    animation: animation(
      times(size, () => layer(2, { refId: 'x'.repeat(size / 10) })),
      { assets: [{ id: 'x'.repeat(size / 10), w: 10, h: 10, p: '1.png' }] },
    ),
  }),
};

/** Returns a package without images, as `readPackage` would. */
export function packageOf({ animation: json, templateJson, files = {} }: HostilePackage) {
  const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));
  return {
    label: 'hostile.json',
    animation: bytes(json),
    base: '',
    templateJson: templateJson && bytes(templateJson),
    files: new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])),
  };
}
