import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import { Fetcher, parseAddressPolicy } from '../media/fetch/index.ts';
import type { Editables } from '../template/index.ts';
import { tryInputs } from './ingest-inputs.ts';

test('no more files are ingested when the maximum number of reported faults is reached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-ingest-'));
  try {
    const image = {
      input_type: 'image',
      label: '',
      required: true,
      stillcut: '',
      start: 0,
      end: 1,
    };
    const names = Array.from({ length: 300 }, (_, i) => `photo_${i}`);
    const editables = Object.fromEntries(names.map((name) => [name, image])) as Editables;
    const entry = (name: string) => ({ source: { upload_id: name } });
    const resources = Object.fromEntries(names.map((name) => [name, entry(name)]));
    const allow = parseAddressPolicy([]);
    await using fetcher = new Fetcher({ allow, maxBytes: 1000, timeoutMs: 200_000 });
    const tried: string[] = [];
    const upload = async (id: string) => {
      tried.push(id);
      return undefined;
    };
    const sources = { fetcher, upload };
    const mapping = parsed({ editables, fontNames: [] }, { resources });
    const { faults } = await tryInputs({ mapping, sources, folder });
    expect(tried.length).toBeLessThan(104);
    expect(faults).toHaveLength(tried.length + 1);
    expect(faults.at(-1)).toMatchObject({
      code: 'upload_unknown',
      pointer: '/mapping',
      message: expect.stringContaining(`${300 - tried.length} more files were not checked`),
    });
  } finally {
    await removeFolder(folder);
  }
});
