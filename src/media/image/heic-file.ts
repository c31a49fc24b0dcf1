/** A HEIC photo (ISO 23008-12): one HEVC image, or a grid of equal HEVC images. */
export type HeicImage = {
  /** The tiles as an HEVC byte stream, row by row. */
  stream: Buffer;
  columns: number;
  rows: number;
  /** The size of the image before it is turned. */
  width: number;
  height: number;
  /** Turns and mirrors in their order: a quarter turn is counterclockwise. */
  turns: readonly ('quarter' | 'flip' | 'mirror')[];
  /** The matrix and range of the colors, if the file has them. */
  colors?: { matrix: number; isFullRange: boolean };
  profile?: Buffer;
};

const MAX_TILES = 1024;
const MAX_ITEMS = 4096;
/** Phones write one part for each image. */
const MAX_EXTENTS = 64;
/** An image has a turn and a mirror at most (ISO 23008-12, 6.5). */
const MAX_TURNS = 8;
/** Of the sizes, headers and colors of one image. */
const MAX_PROPERTIES = 255;
const MAX_PROFILE_BYTES = 4 * 2 ** 20;
/** Of a grid: its numbers of tiles, and its size. */
const MAX_GRID_BYTES = 64;
/** Of a tile: the parameter sets in its decoder configuration. */
const MAX_HEADER_BYTES = 64 * 1024;
/** HEVC allows 600 slices (ISO 23008-2, A.4.1), besides parameter sets and messages. */
const MAX_UNITS = 2048;
const START_CODE = Buffer.from([0, 0, 0, 1]);

type Box = { type: string; body: Buffer };
type Item = { type: string; extents: Buffer[]; properties: Box[]; tiles: number[] };

/**
 * Reads the main image of a HEIC file: the HEVC stream of its tiles, and how to join and turn them.
 * Throws a `RangeError` or an `Error` for any other file.
 */
export function readHeic(file: Buffer): HeicImage {
  const meta = boxesIn(file).find(({ type }) => type === 'meta');
  if (!meta) throw new Error('no meta box');
  const boxes = boxesIn(meta.body.subarray(4));
  const bodyOf = (type: string) => {
    const foundBox = boxes.find((box) => box.type === type);
    if (!foundBox) throw new Error(`no box ${type}`);
    return foundBox.body;
  };
  const items = readItems(file, bodyOf, boxes);
  const pitm = bodyOf('pitm');
  const main = items.get(pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4));
  if (!main) throw new Error('no main image');
  const grid = main.type === 'grid' ? gridOf(joined(main.extents, MAX_GRID_BYTES)) : undefined;
  const tiles = grid ? main.tiles.map((id) => items.get(id)) : [main];
  if (grid && tiles.length !== grid.columns * grid.rows) throw new Error('tiles are missing');
  const streams: Buffer[] = [];
  // Tiles, headers and parts may name the same bytes again and again.
  let room = file.length + tiles.length * MAX_HEADER_BYTES;
  for (const tile of tiles) {
    if (tile?.type !== 'hvc1') throw new Error(`an image of type ${tile?.type}`);
    const stream = byteStream(tile, room);
    room -= stream.length;
    streams.push(stream);
  }
  const size = grid ?? sizeOf(main);
  const [first] = tiles;
  return {
    stream: Buffer.concat(streams),
    columns: 1,
    rows: 1,
    ...size,
    turns: turnsOf(main.properties),
    ...colorsOf([...main.properties, ...(first?.properties ?? [])]),
  };
}

/**
 * Splits bytes into their boxes, without the boxes inside of them (ISO/IEC 14496-12, 4.2). Throws
 * for a box that is shorter than its header, and for too many boxes.
 */
function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    let size = bytes.readUInt32BE(at);
    let head = 8;
    if (size === 1) {
      size = Number(bytes.readBigUInt64BE(at + 8));
      head = 16;
    }
    if (size === 0) size = bytes.length - at;
    if (size < head || boxes.length >= MAX_ITEMS) throw new Error('a box has a wrong size');
    const type = bytes.toString('latin1', at + 4, at + 8);
    boxes.push({ type, body: bytes.subarray(at + head, at + size) });
    at += size;
  }
  return boxes;
}

/** Reads big-endian numbers one after the other. */
class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Returns a number of 0 to 8 bytes. */
  number(bytes: number): number {
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + this.#bytes.readUInt8(this.#at++);
    return value;
  }
}

/**
 * Returns the items of a file by their ids, with the parts of the file that they consist of, their
 * properties and their tiles.
 */
function readItems(
  file: Buffer,
  bodyOf: (type: string) => Buffer,
  boxes: readonly Box[],
): Map<number, Item> {
  const items = new Map<number, Item>();
  const iinf = bodyOf('iinf');
  for (const { type, body } of boxesIn(iinf.subarray(iinf[0] === 0 ? 6 : 8))) {
    const version = body[0] ?? 0;
    if (type !== 'infe' || version < 2) continue;
    const reader = new Reader(body, 4);
    const id = reader.number(version === 2 ? 2 : 4);
    const at = version === 2 ? 8 : 10;
    const name = body.toString('latin1', at, at + 4);
    items.set(id, { type: name, extents: [], properties: [], tiles: [] });
  }
  const data = boxes.find(({ type }) => type === 'idat')?.body;
  readLocations(bodyOf('iloc'), items, { file, data });
  readProperties(bodyOf('iprp'), items);
  const iref = boxes.find(({ type }) => type === 'iref')?.body;
  if (iref) readTiles(iref, items);
  return items;
}

/** The content of the file, and of its box for small data. */
type Contents = { file: Buffer; data: Buffer | undefined };

/**
 * Adds to each item the parts of the file that it consists of, from the box `iloc`. Widths of its
 * fields depend on its version; fields that are skipped must be read all the same.
 */
function readLocations(iloc: Buffer, items: ReadonlyMap<number, Item>, contents: Contents): void {
  const version = iloc[0] ?? 0;
  const reader = new Reader(iloc, 4);
  const [sizes, more] = [reader.number(1), reader.number(1)];
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, more >> 4];
  const indexBytes = version > 0 ? more & 15 : 0;
  const idBytes = version < 2 ? 2 : 4;
  const count = Math.min(MAX_ITEMS, reader.number(idBytes));
  for (let i = 0; i < count; i++) {
    const item = items.get(reader.number(idBytes));
    const method = version > 0 ? reader.number(2) & 15 : 0;
    reader.number(2);
    const base = reader.number(baseBytes);
    const extents = reader.number(2);
    if (extents > MAX_EXTENTS) throw new Error('an image has too many parts');
    for (let extent = 0; extent < extents; extent++) {
      reader.number(indexBytes);
      const start = base + reader.number(offsetBytes);
      const end = start + reader.number(lengthBytes);
      if (item) addExtent(item, contentOf(contents, method), { start, end });
    }
  }
}

/**
 * Returns the bytes that the extents of an item refer to: the file, or the box `idat`. Undefined
 * for other construction methods.
 */
function contentOf({ file, data }: Contents, method: number): Buffer | undefined {
  return method === 0 ? file : method === 1 ? data : undefined;
}

/**
 * Adds a part to an item. Throws if it lies outside of the file, whose numbers cannot be trusted.
 */
function addExtent(
  { extents }: Item,
  content: Buffer | undefined,
  { start, end }: { start: number; end: number },
): void {
  if (!content || end > content.length || extents.length >= MAX_EXTENTS)
    throw new Error('an image lies outside of the file');
  extents.push(content.subarray(start, end));
}

/** Adds the properties to their items, from the box `iprp`. */
function readProperties(iprp: Buffer, items: ReadonlyMap<number, Item>): void {
  const boxes = boxesIn(iprp);
  const propertyBoxes = boxesIn(boxes.find(({ type }) => type === 'ipco')?.body ?? Buffer.alloc(0));
  for (const { type, body } of boxes)
    if (type === 'ipma') linkProperties(body, propertyBoxes, items);
}

/**
 * Adds to each item its properties, from the box `ipma`. Indices count from 1; the highest bit says
 * only that a property is essential.
 */
function linkProperties(
  ipma: Buffer,
  propertyBoxes: readonly Box[],
  items: ReadonlyMap<number, Item>,
): void {
  const idBytes = ipma[0] === 0 ? 2 : 4;
  const isWide = ((ipma[3] ?? 0) & 1) === 1;
  const reader = new Reader(ipma, 4);
  const count = Math.min(MAX_ITEMS, reader.number(4));
  for (let i = 0; i < count; i++) {
    const item = items.get(reader.number(idBytes));
    const links = reader.number(1);
    for (let link = 0; link < links; link++) {
      const index = isWide ? reader.number(2) & 0x7fff : reader.number(1) & 0x7f;
      const property = propertyBoxes[index - 1];
      if (!property || !item) continue;
      if (item.properties.length >= MAX_PROPERTIES) throw new Error('too many properties');
      item.properties.push(property);
    }
  }
}

/**
 * Adds to each grid the ids of the items that are its tiles, from left to right and top to bottom
 * (references `dimg` of the box `iref`).
 */
function readTiles(iref: Buffer, items: ReadonlyMap<number, Item>): void {
  const idBytes = iref[0] === 0 ? 2 : 4;
  for (const { type, body } of boxesIn(iref.subarray(4))) {
    if (type !== 'dimg') continue;
    const reader = new Reader(body);
    const item = items.get(reader.number(idBytes));
    const count = Math.min(MAX_TILES, reader.number(2));
    for (let i = 0; i < count; i++) item?.tiles.push(reader.number(idBytes));
  }
}

/**
 * Returns the rows and columns of a grid and the size of the whole image (ISO/IEC 23008-12,
 * 6.6.2.3).
 */
function gridOf(data: Buffer) {
  const reader = new Reader(data, 1);
  const sideBytes = (reader.number(1) & 1) === 1 ? 4 : 2;
  const [rows, columns] = [reader.number(1) + 1, reader.number(1) + 1];
  if (rows * columns > MAX_TILES) throw new Error('too many tiles');
  return { rows, columns, width: reader.number(sideBytes), height: reader.number(sideBytes) };
}

/** Returns the size of an image before rotation. */
function sizeOf({ properties }: Item): { width: number; height: number } {
  const ispe = properties.find(({ type }) => type === 'ispe')?.body;
  if (!ispe) throw new Error('no size');
  return { width: ispe.readUInt32BE(4), height: ispe.readUInt32BE(8) };
}

/** Joins the parts of an image. Throws if they are larger than `maxBytes`. */
function joined(parts: readonly Buffer[], maxBytes: number): Buffer {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytes > maxBytes) throw new Error('the parts of an image are larger than the file');
  return Buffer.concat(parts, bytes);
}

/**
 * Returns the headers of an image and its slices, with start codes instead of lengths. Throws if they
 * are larger than `maxBytes`.
 */
function byteStream({ properties, extents }: Item, maxBytes: number): Buffer {
  const hvcC = properties.find(({ type }) => type === 'hvcC')?.body;
  if (!hvcC) throw new Error('no decoder configuration');
  if (hvcC.length > MAX_HEADER_BYTES) throw new Error('the decoder configuration is too large');
  const parts: Buffer[] = [];
  const add = (unit: Buffer) => {
    if (parts.length >= 2 * MAX_UNITS) throw new Error('an image has too many slices');
    parts.push(START_CODE, unit);
  };
  const lengthBytes = (hvcC.readUInt8(21) & 3) + 1;
  let at = 23;
  for (let arrays = hvcC.readUInt8(22); arrays > 0; arrays--) {
    const count = hvcC.readUInt16BE(at + 1);
    at += 3;
    for (let i = 0; i < count; i++) {
      const length = hvcC.readUInt16BE(at);
      add(hvcC.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  const data = joined(extents, maxBytes);
  for (let from = 0; from < data.length; ) {
    const length = data.readUIntBE(from, lengthBytes);
    from += lengthBytes;
    if (length === 0 || from + length > data.length) throw new Error('a slice is cut off');
    add(data.subarray(from, from + length));
    from += length;
  }
  return Buffer.concat(parts);
}

/**
 * Returns the rotations and reflections in the order in which they are applied. A rotation is a
 * number of quarter turns.
 */
function turnsOf(properties: readonly Box[]): HeicImage['turns'] {
  const turns = properties.flatMap(({ type, body }) => {
    const value = body[0] ?? 0;
    if (type === 'irot') return Array.from({ length: value & 3 }, () => 'quarter' as const);
    if (type === 'imir') return [(value & 1) === 0 ? ('flip' as const) : ('mirror' as const)];
    return [];
  });
  if (turns.length > MAX_TURNS) throw new Error('the image is turned too often');
  return turns;
}

/** Returns the color matrix and the ICC profile of an image. Of several, the first counts. */
function colorsOf(properties: readonly Box[]): Pick<HeicImage, 'colors' | 'profile'> {
  const foundColors: Pick<HeicImage, 'colors' | 'profile'> = {};
  for (const { type, body } of properties) {
    if (type !== 'colr') continue;
    const form = body.toString('latin1', 0, 4);
    if (form === 'nclx' && body.length >= 11)
      foundColors.colors ??= {
        matrix: body.readUInt16BE(8),
        isFullRange: (body.readUInt8(10) & 128) > 0,
      };
    else if ((form === 'prof' || form === 'rICC') && body.length <= MAX_PROFILE_BYTES)
      foundColors.profile ??= body.subarray(4);
  }
  return foundColors;
}
