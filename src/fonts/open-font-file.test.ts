import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compress } from 'woff2-encoder';
import { removeFolder } from '../../test/support/folder.ts';
import { openFontFile } from './open-font-file.ts';

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);

test('openFontFile caches a packed font by its unpacked size, and does not cache a broken font', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-fonts-'));
  try {
    const path = join(folder, 'a.woff2');
    const packed = await compress(await readFile(FONT));
    await writeFile(path, packed);
    const faces = await openFontFile({ path, sha256: 'packed' }, 'a.woff2');
    expect(faces[0]?.fileBytes).toBeGreaterThan(packed.byteLength * 1.5);
    await writeFile(path, 'no font');
    expect(await openFontFile({ path, sha256: 'packed' }, 'a.woff2')).toBe(faces);
    const broken = { path, sha256: 'broken' };
    await expect(openFontFile(broken, 'a.woff2')).rejects.toMatchObject({ code: 'font_invalid' });
    await writeFile(path, packed);
    expect(await openFontFile(broken, 'a.woff2')).toHaveLength(faces.length);
  } finally {
    await removeFolder(folder);
  }
});
