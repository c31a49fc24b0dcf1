import { expect, test } from 'vitest';
import { groupMetadata, groupOf, mappingFor, newGroupId, sizeOf } from './session-group.ts';

test('another size gets the entries that it has, and examples for the rest', () => {
  const version = { id: 'tsv_2', editables: { name: {}, music: {} }, fonts: ['Poppins'] };
  const mapping = {
    resources: { name: { source: { text: 'Ada' } }, badge: { source: { text: '-20 %' } } },
    audio_tracks: { music: { source: null }, voice: { source: null }, rain: { source: null } },
    font_changes: {
      Poppins: { source: { font_name: 'A' } },
      Inter: { source: { font_name: 'A' } },
    },
  };
  expect(mappingFor(version, mapping)).toEqual({
    template_style_version_id: 'tsv_2',
    resources: { name: { source: { text: 'Ada' } } },
    // Every size has the track voice.
    audio_tracks: { music: { source: null }, voice: { source: null } },
    font_changes: { Poppins: { source: { font_name: 'A' } } },
    missing: 'example',
  });
  expect(mappingFor(version, {})).toEqual({
    template_style_version_id: 'tsv_2',
    resources: {},
    missing: 'example',
  });
});

test('a group has an id of its own, in the metadata of its sessions', () => {
  const id = newGroupId();
  expect(id).not.toBe(newGroupId());
  expect(groupOf({ metadata: { framepress_group: id } })).toBe(id);
  expect(groupOf({ metadata: {} })).toBe(undefined);
});

test('the size of a video comes from its file, before the render from its metadata', () => {
  const metadata = groupMetadata('grp_1', { width: 1080, height: 1920 });
  expect(groupOf({ metadata })).toBe('grp_1');
  expect(sizeOf({ width: null, height: null, metadata })).toEqual({ width: 1080, height: 1920 });
  expect(sizeOf({ width: 360, height: 640, metadata })).toEqual({ width: 360, height: 640 });
  for (const size of ['0x0', 'x', '1e9x1', undefined])
    expect(
      sizeOf({ width: null, height: null, metadata: size ? { framepress_size: size } : {} }),
    ).toBe(undefined);
});
