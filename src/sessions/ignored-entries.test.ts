import { expect, test } from 'vitest';
import type { TemplateVersion } from '../database/index.ts';
import { withoutIgnored } from './ignored-entries.ts';

test('entries that a version does not have are left out, but not the track voice', () => {
  const version = { id: 'tsv_2', editables: { name: {} }, fonts: [] } as never as TemplateVersion;
  const voice = { source: { speech: { text: 'Hi {name}' } } };
  const mapping = {
    resources: { name: { source: { text: 'Ana' } }, voice: { source: { text: 'a' } } },
    audio_tracks: { voice, rain: null },
  };
  const { mapping: result, editables, warnings } = withoutIgnored(mapping, version);
  expect(result).toEqual({
    resources: { name: { source: { text: 'Ana' } } },
    audio_tracks: { voice },
  });
  expect(editables).toEqual(['voice', 'rain']);
  expect(warnings).toMatchObject([{ code: 'editable_ignored' }, { code: 'editable_ignored' }]);
});
