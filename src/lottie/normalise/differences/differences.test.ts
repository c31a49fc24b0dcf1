import { expect, test } from 'vitest';
import type { Layer } from '../../types.ts';
import { normalise } from '../index.ts';
import { documentOf, square, still, transform } from '../pixels.fixture.ts';

/** The codes of the warnings of a document. */
const codesOf = (layers: readonly Layer[], more: object = {}) =>
  normalise(documentOf(layers, more)).warnings.map(({ code }) => code);

const ef = [{ ty: 5, nm: 'Warp', mn: 'ADBE Warp', en: 1, ef: [] }];
const warped = (more: object = {}) => square({ ef, ...more });
const within = (inner: Layer, more: object = {}) =>
  [
    [square({ ty: 0, refId: 'in', w: 200, h: 200, shapes: undefined, ...more })],
    { assets: [{ id: 'in', layers: [inner] }] },
  ] as const;
const keys = (...values: number[][]) => ({ a: 1, k: values.map((s, n) => ({ t: n * 10, s })) });
const opacity = (o: unknown) => ({ ks: transform({ o }) });

test.each([
  ['is visible', [warped()], {}, true],
  ['is hidden', [warped({ hd: true })], {}, false],
  ['starts after the end', [warped({ ip: 60, op: 90 })], {}, false],
  ['ends before the start', [warped({ ip: -30, op: 0 })], {}, false],
  ['is transparent', [warped(opacity(still(0)))], {}, false],
  ['stays transparent', [warped(opacity(keys([0], [0])))], {}, false],
  ['appears', [warped(opacity(keys([0], [50])))], {}, true],
  ['has the scale 0', [warped({ ks: transform({ s: still([0, 100]) }) })], {}, false],
  ['grows', [warped({ ks: transform({ s: keys([0, 0], [100, 100]) }) })], {}, true],
  ['is in a precomp', ...within(warped()), true],
  ['is in a hidden precomp', ...within(warped(), { hd: true }), false],
  ['is in a transparent precomp', ...within(warped(), opacity(still(0))), false],
  ['is in a later part of a precomp', ...within(warped({ ip: 70, op: 90 })), false],
  ['is shown by a shift of its precomp', ...within(warped({ ip: 70, op: 90 }), { st: -40 }), true],
  [
    'is shown by time remapping',
    ...within(warped({ ip: 70, op: 90 }), { tm: keys([0], [3]) }),
    true,
  ],
  ['is the source of a matte', [warped({ td: 1 }), square({ ind: 2, tt: 1 })], {}, true],
  ['is the source of no matte', [warped({ td: 1 }), square({ ind: 2 })], {}, false],
])('a layer that %s has warnings only if it shows', (_, layers, more, isShown) => {
  expect(codesOf(layers, more)).toEqual(isShown ? ['effect_ignored'] : []);
});

test('the hidden source of a matte is a difference of Lottie players', () => {
  const matte = { td: 1, hd: true };
  expect(codesOf([square(matte), square({ ind: 2, tt: 1 })])).toEqual(['preview_differs']);
  expect(codesOf([square(matte), square({ ind: 2 })])).toEqual([]);
});

test('a layer whose opacity depends on an editable may show', () => {
  const layer = warped(opacity({ ...still(0), xn: 1 }));
  expect(codesOf([layer])).toEqual(['effect_ignored']);
});

const effect = (mn: string, ...values: number[]) => ({
  ef: [{ ty: 5, nm: mn, mn, en: 1, ef: values.map((k) => ({ ty: 0, nm: '', v: still(k) })) }],
});

test.each([
  ['of both', effect('ADBE Fill'), []],
  ['of players only', effect('ADBE Stroke'), ['effect_unsupported']],
  ['of nobody', effect('ADBE 4ColorGradient'), ['effect_ignored']],
  ['of the video only', effect('ADBE Ramp'), ['preview_differs']],
  ['without an amount', effect('ADBE Linear Wipe', 0, 90), []],
  ['with an amount', effect('ADBE Linear Wipe', 30, 90), ['preview_differs']],
  ['that is switched off', { ef: [{ ty: 5, mn: 'ADBE Stroke', en: 0 }] }, []],
  ['that only controls', effect('ADBE CM WigglePosition', 3), []],
  ['of a null', { ty: 3, ...effect('ADBE Stroke') }, []],
])('the warning of an effect %s', (_, more, codes) => {
  expect(codesOf([square(more)])).toEqual(codes);
});

const path = (v: number[][]) => ({
  ty: 'sh',
  ks: still({ v, i: v.map(() => [0, 0]), o: v.map(() => [0, 0]), c: false }),
});
const mask = (mode: string, more: object = {}) => {
  const corners = [
    [0, 0],
    [9, 0],
    [9, 9],
  ];
  return { mode, o: still(100), pt: path(corners).ks, ...more };
};
const hole = {
  inv: true,
  pt: path([
    [0, 0],
    [0, 9],
    [9, 9],
  ]).ks,
};
const hair = path(Array.from({ length: 150_000 }, (_, n) => [n % 9, n % 2])).ks;
const far = mask('f', {
  pt: path([
    [50, 50],
    [59, 50],
    [59, 59],
  ]).ks,
});
const circle = still({
  v: [
    [0, -9],
    [9, 0],
    [0, 9],
  ],
  i: [
    [-5, 0],
    [0, -5],
    [5, 0],
  ],
  o: [
    [5, 0],
    [0, 5],
    [-5, 0],
  ],
  c: true,
});
const STROKE = { ty: 'st', c: still([0, 0, 0, 1]), o: still(100), w: still(2) };
const FLAT = [
  [-20, 5],
  [20, 5],
];
const SLOPE = [
  [-20, 5],
  [20, 6],
];

test.each([
  ['one mask in a mode', { masksProperties: [mask('f')] }, 0],
  ['a second mask in the mode Difference', { masksProperties: [mask('a'), mask('f')] }, 1],
  ['a mask without effect', { masksProperties: [mask('a'), mask('n'), mask('s')] }, 0],
  ['a first mask that intersects', { masksProperties: [mask('i'), mask('a')] }, 0],
  ['masks that intersect', { masksProperties: [mask('i'), mask('i')] }, 0],
  ['an empty intersection', { masksProperties: [mask('i'), { ...far, mode: 'i' }] }, 1],
  ['masks that are not declared', { hasMask: false, masksProperties: [mask('a')] }, 1],
  [
    'a mask without effect that is not declared',
    { hasMask: false, masksProperties: [mask('n')] },
    0,
  ],
  ['masks in the mode Difference that are apart', { masksProperties: [mask('a'), far] }, 0],
  ['an inverted mask with the clock', { masksProperties: [mask('a', { inv: true })] }, 1],
  ['an inverted mask against the clock', { masksProperties: [mask('a', hole)] }, 0],
  ['a mask of very many points', { masksProperties: [mask('a'), mask('f', { pt: hair })] }, 1],
  [
    'very many masks',
    { masksProperties: [mask('a'), ...Array.from({ length: 20_000 }, () => far)] },
    1,
  ],
  ['feather', { masksProperties: [mask('a', { f: still([4, 4]) })] }, 1],
  ['a narrow feather', { masksProperties: [mask('a', { f: still([1, 1]) })] }, 0],
  ['feather 0', { masksProperties: [mask('a', { f: still([0, 0]) })] }, 0],
  ['a wide expansion', { masksProperties: [mask('a', { x: still(40) })] }, 1],
  [
    'a wide expansion of a circle',
    { masksProperties: [mask('a', { x: still(40), pt: circle })] },
    0,
  ],
  ['a small expansion', { masksProperties: [mask('a', { x: still(4) })] }, 0],
  ['a reduced mask', { masksProperties: [mask('a', { x: still(-4) })] }, 1],
  ['the blend mode Add', { bm: 16 }, 1],
  ['the blend mode Screen', { bm: 2 }, 0],
  ['a solid without a color', { ty: 1, sw: 9, sh: 9, sc: '' }, 1],
  ['a solid', { ty: 1, sw: 9, sh: 9, sc: '#00ff00' }, 0],
  ['a flat line in a mask', { masksProperties: [mask('s')], shapes: [path(FLAT), STROKE] }, 1],
  ['a flat line in a clip', { masksProperties: [mask('a')], shapes: [path(FLAT), STROKE] }, 0],
  ['a slope in a mask', { masksProperties: [mask('a')], shapes: [path(SLOPE), STROKE] }, 0],
  ['a flat line', { shapes: [path(FLAT), STROKE] }, 0],
])('%s is a difference of Lottie players only if it shows', (_, more, count) => {
  const layer = square({ hasMask: true, ...more });
  const codes = codesOf([layer]).filter((code) => code === 'preview_differs');
  expect(codes).toHaveLength(count);
});

const axis = (...list: [number, number, object?][]) => ({
  a: 1,
  k: list.map(([t, value, more]) => ({ t, s: [value], ...more })),
});
const [ACROSS, LATE] = [axis([0, 0], [20, 90]), axis([5, 0], [20, 90])];

test.each<[string, object, object, number, number]>([
  ['in both dimensions', ACROSS, ACROSS, 1, 0],
  ['in one dimension', ACROSS, still(9), 1, 1],
  ['at different times', ACROSS, LATE, 1, 1],
  ['and rests', axis([0, 0], [10, 9], [15, 9], [20, 0]), axis([0, 0], [10, 9], [20, 9]), 1, 1],
  ['and is held', axis([0, 0, { h: 1 }], [20, 9]), axis([0, 0, { h: 1 }], [20, 9]), 1, 1],
  ['without turning', ACROSS, still(9), 0, 0],
  ['nowhere', still(9), still(9), 1, 0],
])('players turn a layer that moves %s otherwise only if it shows', (_, ...[x, y, ao, count]) => {
  const codes = codesOf([square({ ao, ks: transform({ p: { s: true, x, y } }) })]);
  expect(codes.filter((code) => code === 'preview_differs')).toHaveLength(count);
});

const rect = { ty: 'rc', d: 1, p: still([0, 0]), s: still([60, 60]), r: still(0) };
const OUTLINE = { ty: 'gr', it: [rect] };
const PAINTED = { ty: 'gr', it: [rect, STROKE] };
const TRIM = { ty: 'tm', m: 2, e: still(50) };
const merged = (mm: number, ...paths: object[]) => ({ shapes: [...paths, { ty: 'mm', mm }] });
const hollow = { ...rect, s: still([20, 20]) };
const uneven = {
  ty: 'sh',
  ks: { a: 1, k: [SLOPE, [...SLOPE, [9, 9]]].map((v, t) => ({ t, s: [path(v).ks.k] })) },
};
const outlined = (mm: number) => ({ shapes: [rect, hollow, { ty: 'mm', mm }, STROKE] });
const copies = (tr: object = {}, more: object = {}) => {
  return {
    ty: 'rp',
    c: still(3),
    m: 1,
    tr: { ty: 'tr', so: still(100), eo: still(100), ...tr },
    ...more,
  };
};
const offset = (a: number, lj: number) => ({ shapes: [rect, { ty: 'op', a: still(a), lj }] });
const text = (document: object, more: object = {}) => ({
  ty: 5,
  shapes: undefined,
  t: { d: { k: [{ t: 0, s: { s: 20, t: 'One', ...document } }] }, a: [], ...more },
});
const letters = (a: object, s: object = { e: still(50) }) => ({ a: [{ a, s }] });
const values = (name: string, ...list: unknown[]) => ({
  ef: [{ ty: 5, nm: name, mn: name, en: 1, ef: list.map((k) => ({ ty: 0, v: still(k) })) }],
});
const [BLACK, WHITE] = [
  [0, 0, 0, 1],
  [1, 1, 1, 1],
];
const turned = values('ADBE Geometry2', [9, 9], [9, 9], 1, 100, 100, 0, 0, 30);

test.each<[string, object, string[]]>([
  ['subtracted paths', merged(3, rect, rect), ['preview_differs']],
  ['merged paths', merged(1, rect, rect), []],
  ['a subtraction from one path', merged(3, rect), []],
  ['a hole that runs against its outline', merged(3, rect, { ...hollow, d: 3 }), []],
  ['a hole that runs with its outline', merged(3, rect, hollow), ['preview_differs']],
  ['excluded paths that are apart', merged(5, rect, { ...hollow, p: still([90, 0]) }), []],
  ['excluded paths of opposite directions', merged(5, rect, { ...hollow, d: 3 }), []],
  ['added paths', merged(2, rect, hollow), []],
  ['added paths of opposite directions', merged(2, rect, { ...hollow, d: 3 }), ['preview_differs']],
  ['added paths below a stroke', outlined(2), ['preview_differs']],
  ['a hidden group', { shapes: [{ ...PAINTED, hd: true }] }, ['preview_differs']],
  ['a hidden group without paint', { shapes: [{ ...OUTLINE, hd: true }, STROKE] }, []],
  ['a hidden modifier', { shapes: [rect, { ...TRIM, hd: true }, STROKE] }, ['preview_differs']],
  ['a hidden path', { shapes: [rect, { ...hollow, hd: true }, STROKE] }, []],
  ['a path whose points change', { shapes: [uneven, STROKE] }, ['path_points_left_out']],
  ['a repeater', { shapes: [PAINTED, copies()] }, []],
  ['two repeaters', { shapes: [PAINTED, copies(), copies()] }, ['preview_differs']],
  [
    'a repeated repeater',
    { shapes: [{ ty: 'gr', it: [PAINTED, copies()] }, copies()] },
    ['preview_differs'],
  ],
  ['copies that fade', { shapes: [PAINTED, copies({ eo: still(0) })] }, []],
  [
    'copies that fade below',
    { shapes: [PAINTED, copies({ eo: still(0) }, { m: 2 })] },
    ['preview_differs'],
  ],
  ['a mitered offset', offset(8, 1), ['preview_differs']],
  ['a small offset', offset(2, 1), []],
  ['a beveled offset', offset(8, 3), []],
  ['lines in a small composition', text({ t: 'One\rTwo' }), ['preview_differs']],
  ['one line', text({ t: 'One' }), []],
  ['justified lines', text({ j: 3, sz: [90, 90] }), ['preview_differs']],
  [
    'a stroke below the fill',
    text({ sc: [1, 0, 0], fc: [0, 0, 0], sw: 4, of: false }),
    ['preview_differs'],
  ],
  ['blurred letters', text({}, letters({ bl: still([9, 9]) })), ['preview_differs']],
  ['letters without blur', text({}, letters({ bl: still([0, 0]) })), []],
  ['tracking of some letters', text({}, letters({ t: still(9) })), ['preview_differs']],
  ['tracking of all letters', text({}, letters({ t: still(9) }, {})), []],
  ['letters on a path', text({}, { p: { m: 0 } }), ['preview_differs']],
  [
    'letters that turn about the text',
    text({}, { ...letters({ r: still(9) }), m: { g: 4 } }),
    ['text_animator_differs'],
  ],
  ['letters that move as a text', text({}, { ...letters({ p: still([9, 9]) }), m: { g: 4 } }), []],
  ['a tint', values('ADBE Tint', BLACK, WHITE, 100), ['preview_differs']],
  ['a tint of one color', values('ADBE Tint', BLACK, BLACK, 100), []],
  ['a tint without an amount', values('ADBE Tint', BLACK, WHITE, 0), []],
  ['a blur', values('ADBE Gaussian Blur 2', 9, 1, 0), []],
  ['a blur that repeats edges', values('ADBE Gaussian Blur 2', 9, 1, 1), ['preview_differs']],
  ['a shadow alone', values('ADBE Drop Shadow', BLACK, 90, 0, 9, 9, 1), ['preview_differs']],
  ['a shadow', values('ADBE Drop Shadow', BLACK, 90, 0, 9, 9, 0), []],
  ['a turned shape', turned, ['preview_differs']],
  ['a turned solid', { ty: 1, sw: 9, sh: 9, sc: '#00ff00', ...turned }, []],
  ['a transparent stroke', values('ADBE Stroke', 1, 0, 1, BLACK, 8, 1, 0), []],
])('the warnings of %s', (_, more, codes) => {
  expect(codesOf([square(more)])).toEqual(codes);
});

test('lines of a large composition look alike, and 3D is seen only in layers with content', () => {
  expect(codesOf([square(text({ t: 'One\rTwo' }))], { w: 1920, h: 1080 })).toEqual([]);
  const tilted = { ddd: 1, ks: transform({ ry: still(40) }) };
  const pivot = square({ ty: 3, ind: 7, shapes: undefined, ...tilted });
  const flat = { ddd: 1, parent: 7 };
  expect(codesOf([pivot, square()])).toEqual([]);
  expect(codesOf([pivot, square(flat)])).toEqual(['preview_differs']);
  const turned = (ry: number) => square({ ddd: 1, ks: transform({ ry: still(ry) }) });
  expect([1, 4, 176, 180].map((angle) => codesOf([turned(angle)]).length)).toEqual([0, 1, 1, 0]);
});

const repeater = (r: number, s: number[], copies = 3) => {
  return [{ ty: 'rp', c: still(copies), tr: { ty: 'tr', r: still(r), s: still(s) } }];
};

test.each([
  ['a repeater with too many copies', repeater(20, [300, 100], 200), ['shape_unsupported']],
  ['a repeater that is rewritten', repeater(20, [300, 100]), []],
  ['a repeater that stretches', repeater(0, [300, 100]), []],
  ['a repeater that turns', repeater(20, [90, 90]), []],
  ['twist', [{ ty: 'tw', a: still(40), c: still([0, 0]) }], ['effect_ignored']],
  ['twist by 0', [{ ty: 'tw', a: still(0), c: still([0, 0]) }], []],
  [
    'painted groups that are trimmed one after another',
    [PAINTED, PAINTED, TRIM],
    ['shape_unsupported'],
  ],
  ['groups that are trimmed and then painted', [OUTLINE, OUTLINE, TRIM, STROKE], []],
  ['a group that is trimmed', [PAINTED, TRIM], []],
  ['zig-zag of a group', [{ ty: 'gr', it: [] }, { ty: 'zz' }], []],
  ['zig-zag after a trim path', [{ ty: 'tm' }, { ty: 'zz' }], ['shape_unsupported']],
  [
    'zig-zag of a layer that depends on an editable',
    [{ ty: 'rc' }, { ty: 'zz', s: { ...still(4), xn: 1 } }],
    [],
  ],
  [
    'hidden zig-zag',
    [
      { ty: 'gr', it: [] },
      { ty: 'zz', hd: true },
    ],
    [],
  ],
  ['zig-zag in a hidden group', [{ ty: 'gr', hd: true, it: [{ ty: 'gr' }, { ty: 'zz' }] }], []],
])('the warnings of %s', (_, shapes, codes) => {
  expect(codesOf([square({ shapes })])).toEqual(codes);
});
