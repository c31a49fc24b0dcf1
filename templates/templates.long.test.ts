import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { removeFolder } from '../test/support/folder.ts';
import { pack } from './build.ts';
import { TEMPLATES } from './index.ts';
import { expectNoWarnings } from './templates.fixture.ts';

test.each(TEMPLATES)(
  '$name is packed alike every time, and shows the words of all contact sheets without a warning',
  async (source) => {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-templates-'));
    try {
      const paths = [join(folder, 'a.lottie'), join(folder, 'b.lottie')];
      for (const path of paths) await pack(source, path);
      const [a, b] = await Promise.all(paths.map((path) => readFile(path)));
      expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
      await expectNoWarnings(await importTemplate(await readPackageFile(paths[0] ?? '')), folder);
    } finally {
      await removeFolder(folder);
    }
  },
);
