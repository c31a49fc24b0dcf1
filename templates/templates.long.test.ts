import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { removeFolder } from '../test/support/folder.ts';
import { TEMPLATES } from './index.ts';
import { expectNoWarnings, expectSameBytes } from './templates.fixture.ts';

test.each(TEMPLATES)(
  '$name is packed alike every time, and shows the words of all contact sheets without a warning',
  async (source) => {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-templates-'));
    try {
      const path = await expectSameBytes(source, folder);
      await expectNoWarnings(await importTemplate(await readPackageFile(path)), folder);
    } finally {
      await removeFolder(folder);
    }
  },
);
