import { expect, test } from 'vitest';
import { FileNames, isFileName, matchFiles, mediaColumns } from './match-files.ts';
import { type MediaFile, mediaFilesOf, sourcesOf } from './media-files.ts';

const fileAt = (path: string): MediaFile => ({
  path,
  size: 1,
  open: async () => new File([], path),
});

test.each([
  ['ana.jpg', 'photos/Ana.JPG'],
  ['ANA', 'photos/Ana.JPG'],
  ['C:\\Users\\eva\\photos\\ana.jpeg', 'photos/Ana.JPG'],
  ['zoe', 'Zoë.png'],
  ['Zoe\u0308.png', 'Zoë.png'],
  ['team b/lead', 'team b/lead.jpg'],
  ['anna maria', 'anna_maria.webp'],
  ['ben.jpg', undefined],
  ['lead.jpg', 'several'],
])('the cell %s means %s', (cell, path) => {
  const names = new FileNames(
    ['photos/Ana.JPG', 'Zoë.png', 'team a/lead.jpg', 'team b/lead.jpg', 'anna_maria.webp'].map(
      fileAt,
    ),
  );
  const file = names.find(cell);
  expect(typeof file === 'object' ? file.path : file).toBe(path);
});

test('cells without a file are listed by row, addresses and ids are no names', () => {
  const editable = { label: 'x', required: true };
  const editables = {
    name: { ...editable, input_type: 'text' },
    photo: { ...editable, input_type: 'image' },
  };
  const rows = [
    ['Ana', 'ana'],
    ['Ben', 'https://a/b.jpg'],
    ['Cy', 'up_123'],
    ['Di', ''],
    ['Eva', 'eva.png'],
  ];
  const table = { delimiter: ',', columns: ['Who', 'Photo'], rows, isCut: false };
  const positions = mediaColumns(table, { Who: 'name', Photo: 'photo' }, editables);
  expect(positions).toEqual([1]);
  const ana = fileAt('Ana.jpg');
  expect(matchFiles(table, positions, new FileNames([ana]))).toEqual({
    files: new Set([ana]),
    unmatched: [{ row: 5, column: 'Photo', name: 'eva.png', isAmbiguous: false }],
  });
  expect(isFileName('data:image/png;base64,x')).toBe(false);
});

/** A ZIP with one compressed file. */
async function zipOf(name: string, content: string, size = content.length): Promise<File> {
  const compressed = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = await new Response(compressed as ReadableStream).bytes();
  const nameBytes = new TextEncoder().encode(name);
  const record = (
    length: number,
    fields: [at: number, value: number][],
    texts: number[][] = [],
  ) => {
    const view = new DataView(new ArrayBuffer(length));
    for (const [at, value] of fields) view.setUint32(at, value, true);
    for (const [at = 0, value = 0] of texts) view.setUint16(at, value, true);
    return view.buffer;
  };
  const local = record(30, [[0, 0x0403_4b50]], [[26, nameBytes.length]]);
  const facts = [
    [10, 8],
    [28, nameBytes.length],
  ];
  const sizes: [number, number][] = [
    [0, 0x0201_4b50],
    [20, packed.length],
    [24, size],
  ];
  const central = record(46, sizes, facts);
  const end = record(22, [
    [0, 0x0605_4b50],
    [12, 46 + nameBytes.length],
    [16, 30 + nameBytes.length + packed.length],
  ]);
  return new File([local, nameBytes, packed, central, nameBytes, end], 'a.zip');
}

const filesIn = (files: readonly File[]) => mediaFilesOf(sourcesOf(files));

test('files in a ZIP are read, without hidden ones; broken ones are faults', async () => {
  const { files, faults } = await filesIn([
    await zipOf('photos/Zoë.png', 'content'),
    await zipOf('__MACOSX/photos/._a.png', 'x'),
    new File(['x'], '.DS_Store'),
    new File(['y'], 'b.jpg'),
    new File(['not a zip'], 'bad.zip'),
  ]);
  expect(files.map(({ path }) => path)).toEqual(['photos/Zoë.png', 'b.jpg']);
  const [unpacked] = files;
  expect(await (await unpacked?.open())?.text()).toBe('content');
  expect(faults).toEqual([{ kind: 'zip', name: 'bad.zip' }]);
  const { files: bombs } = await filesIn([await zipOf('a.png', 'x'.repeat(10_000), 10)]);
  await expect(bombs[0]?.open()).rejects.toThrow('more bytes');
});
