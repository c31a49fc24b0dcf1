/** CIE xy coordinates of the white point and of red, green and blue. */
export type Primaries = { white: Xy; red: Xy; green: Xy; blue: Xy };
type Xy = readonly [number, number];
type Vector = [number, number, number];
type Matrix = [Vector, Vector, Vector];

const D65: Xy = [0.3127, 0.329];
export const SRGB_PRIMARIES: Primaries = {
  white: D65,
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
};
/** Adobe RGB (1998), 4.3.1. */
export const ADOBE_PRIMARIES: Primaries = { ...SRGB_PRIMARIES, green: [0.21, 0.71] };
export const ADOBE_GAMMA = 563 / 256;

/** White point of the profile connection space (ICC.1, 7.2.16). */
const D50: Vector = [0.9642, 1, 0.8249];
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/**
 * Returns an ICC profile (ICC.1:2010) of a display with this gamma and these primaries. It is for
 * files that state gamma and primaries without a profile, because converters understand only
 * profiles.
 */
export function displayProfile(gamma: number, primaries: Primaries | 'gray'): Buffer {
  const curve = block('para', Buffer.concat([Buffer.alloc(4), fixed(gamma)]));
  const common: [string, Buffer][] = [
    ['desc', textElement('Gamma and primaries')],
    ['cprt', textElement('CC0')],
    ['wtpt', xyz(D50)],
  ];
  if (primaries === 'gray') return profileFile('GRAY', [...common, ['kTRC', curve]]);
  const [red, green, blue] = columns(rgbToXyzMatrix(primaries));
  return profileFile('RGB ', [
    ...common,
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/**
 * Returns the matrix from linear RGB to XYZ (D50) (Lindbloom, "RGB/XYZ matrices", "Chromatic
 * adaptation").
 */
function rgbToXyzMatrix({ white, red, green, blue }: Primaries): Matrix {
  const bare = columns([toXyz(red), toXyz(green), toXyz(blue)]);
  const source = toXyz(white);
  const share = times(inverse(bare), source);
  const toWhite = bare.map((row) => row.map((value, i) => value * (share[i] ?? 0))) as Matrix;
  const [from, to] = [times(BRADFORD, source), times(BRADFORD, D50)];
  const scaled = BRADFORD.map((row, i) =>
    row.map((value) => (value * (to[i] ?? 0)) / (from[i] ?? 1)),
  ) as Matrix;
  return product(product(inverse(BRADFORD), scaled), toWhite);
}

/** Returns the XYZ of a chromaticity at luminance 1. */
function toXyz([x, y]: Xy): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

/** Returns the matrix with rows and columns exchanged. */
function columns([a, b, c]: Matrix): Matrix {
  return [0, 1, 2].map((i) => [a[i], b[i], c[i]]) as Matrix;
}

/** Returns the product of a matrix and a vector. */
function times(matrix: Matrix, [x, y, z]: Vector): Vector {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Vector;
}

/** Returns the product of two matrices. */
function product(left: Matrix, right: Matrix): Matrix {
  return columns(columns(right).map((column) => times(left, column)) as Matrix);
}

/** Returns the inverse of a matrix, from its cofactors. */
function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const det = a * A + b * B + c * C;
  const adjugate: Matrix = [
    [A, c * h - b * i, b * f - c * e],
    [B, a * i - c * g, c * d - a * f],
    [C, b * g - a * h, a * e - b * d],
  ];
  return adjugate.map((row) => row.map((value) => value / det)) as Matrix;
}

const HEADER_BYTES = 128;

/**
 * Returns an ICC profile (version 4.3) of a display. `space` is its color space in four characters;
 * `tags` are its elements in the order in which they are written.
 */
function profileFile(space: string, tags: [string, Buffer][]): Buffer {
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  let offset = HEADER_BYTES + table.length;
  for (const [index, [name, data]] of tags.entries()) {
    const at = 4 + 12 * index;
    table.write(name, at, 'latin1');
    table.writeUInt32BE(offset, at + 4);
    table.writeUInt32BE(data.length, at + 8);
    offset += data.length;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(offset);
  header.writeUInt32BE(0x04300000, 8);
  header.write(`mntr${space}XYZ `, 12, 'latin1');
  header.writeUInt16BE(2000, 24);
  header.writeUInt16BE(1, 26);
  header.writeUInt16BE(1, 28);
  header.write('acsp', 36, 'latin1');
  Buffer.concat(D50.map(fixed)).copy(header, 68);
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

/** Returns an element of a profile, padded to a multiple of four bytes. */
function block(type: string, data: Buffer): Buffer {
  const length = Math.ceil((8 + data.length) / 4) * 4;
  const profileBytes = Buffer.alloc(length);
  profileBytes.write(type, 'latin1');
  data.copy(profileBytes, 8);
  return profileBytes;
}

/** Encodes an s15Fixed16Number (ICC.1, 4.6). */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
}

function xyz(vector: Vector): Buffer {
  return block('XYZ ', Buffer.concat(vector.map(fixed)));
}

/** Returns a text as an element of type `mluc`, in English. */
function textElement(value: string): Buffer {
  const record = Buffer.alloc(20);
  record.writeUInt32BE(1, 0);
  record.writeUInt32BE(12, 4);
  record.write('enUS', 8, 'latin1');
  record.writeUInt32BE(value.length * 2, 12);
  record.writeUInt32BE(28, 16);
  return block('mluc', Buffer.concat([record, Buffer.from(value, 'utf16le').swap16()]));
}
