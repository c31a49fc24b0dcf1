import type { Json } from '../support/client.ts';

/* Mappings of the template of cli-parity-tests.ts. */

export const LOGO = '(Footage)/USER/logo_01.png';
export const FONT = 'Poppins-Bold';

/** Stands for a file in the table: an address for the API, a local file for the command line. */
export const FILE = 'file://';
const media = (name: string) => ({ source: { remote_url: `${FILE}${name}` } });

const GOOD: Json = {
  t_01: { source: { text: 'Zoë' } },
  c_01: { source: { color: '#a03060' } },
  [LOGO]: media('photo.png'),
  video_1: media('photo.png'),
};
export const on = (name: string, entry: unknown): Json => ({
  resources: { ...GOOD, [name]: entry },
});
const changed = (name: string, transform: Json): Json =>
  on(name, { ...(GOOD[name] as Json), transform });
const CROP = { crop_strategy: 'manual', crop_x: 0, crop_y: 0, crop_width: 10, crop_height: 10 };
const without = (name: string) => ({
  resources: Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name)),
});
const track = (entry: unknown): Json => ({ resources: GOOD, audio_tracks: { a_01: entry } });
const toneTrack = (transform: Json) => track({ ...media('tone.wav'), transform });
const change = (entry: unknown): Json => ({ resources: GOOD, font_changes: { [FONT]: entry } });

/** Entries of the wrong form, for every kind. */
const MALFORMED = [null, 7, 'words', [], {}, { source: 5 }, { source: {} }, { source: { x: 1 } }];

export const VALID: Json[] = [
  { resources: GOOD },
  { resources: { video_1: media('photo.png') }, missing: 'example' },
  on('lettering', { source: { font_name: FONT } }),
  on('lettering', media('font.ttf')),
  change({ source: { font_name: FONT } }),
  change(media('font.ttf')),
  track(null),
  track({ source: null }),
  track(media('tone.wav')),
  toneTrack({ trim_strategy: 'manual', trim_start_time: 0.5, volume: 0.5, loop: true }),
  toneTrack({ fade_in: 0.1, fade_out: 0.2 }),
  changed('t_01', { fit: 'none', min_font_size: 8, max_lines: 2, align: 'right', color: 'fff' }),
  changed(LOGO, { crop_strategy: 'contain', background: '00000080' }),
  changed(LOGO, CROP),
  changed('video_1', { animate_strategy: 'zoom-in', animate_speed: 'fast' }),
  changed('video_1', { crop_strategy: 'smart', volume: 1, end_behavior: 'loop' }),
  on('c_01', { source: { text: '0a7b83' } }),
];

export const INVALID: Json[] = [
  {},
  { resources: 5 },
  { resources: [] },
  { resources: GOOD, missing: 'examples' },
  { resources: GOOD, audio_tracks: 'loud', font_changes: null },
  { resources: GOOD, more: 1, t_01: 'Zoë', a_01: null },
  { resources: {} },
  { resources: {}, missing: 'example' },
  ...Object.keys(GOOD).map(without),
  ...['t_01', 'c_01', LOGO, 'video_1', 'lettering', 'a_01', 'nobody'].flatMap((name) =>
    MALFORMED.map((entry) => on(name, entry)),
  ),
  ...MALFORMED.slice(1).map(track),
  ...MALFORMED.map(change),
  { resources: GOOD, audio_tracks: { t_01: null, nobody: null } },
  { resources: GOOD, font_changes: { Arial: { source: { font_name: FONT } } } },
  on('t_01', { source: { text: 'a\u0000b' } }),
  on('t_01', { source: { text: 'x'.repeat(10_001) } }),
  on('t_01', { source: { text: 'a', more: 1 } }),
  on('t_01', media('photo.png')),
  on('c_01', { source: { color: 'mint' } }),
  on('c_01', media('photo.png')),
  on(LOGO, { source: { text: 'a' } }),
  on(LOGO, { source: { remote_url: 'ftp://example.com/a.png' } }),
  on(LOGO, { source: { upload_id: 'upl_none' } }),
  on(LOGO, { source: { remote_url: 'https://example.com/', upload_id: 'upl_none' } }),
  on('lettering', { source: { font_name: 'Arial' } }),
  on('lettering', { source: { font_name: FONT, upload_id: 'upl_none' } }),
  {
    ...on('lettering', { source: { font_name: FONT } }),
    font_changes: { [FONT]: { source: { font_name: FONT } } },
  },
  ...[
    { fit: 'grow' },
    { min_font_size: 0 },
    { max_lines: 1.5 },
    { align: 'middle' },
    { color: 'mint' },
    { bold: true },
  ].map((transform) => changed('t_01', transform)),
  ...[LOGO, 'video_1'].flatMap((name) =>
    [
      { crop_strategy: 'zoom' },
      { focal_x: 2 },
      { crop_strategy: 'fill', focal_x: 0.5 },
      { crop_strategy: 'contain', background: 'mint' },
      { background: 'fff' },
      { crop_strategy: 'manual', crop_x: 1 },
      { crop_strategy: 'contain', background: '#0008' },
      { crop_x: -1 },
    ].map((transform) => changed(name, transform)),
  ),
  ...[
    { trim_start_time: -1 },
    { end_behavior: 'stop' },
    { volume: 2 },
    { animate_strategy: 'spin' },
    { animate_speed: 'slower' },
    { ...CROP, animate_strategy: 'zoom-in' },
  ].map((transform) => changed('video_1', transform)),
  ...[
    { volume: 2 },
    { fade_in: -1 },
    { loop: 'yes' },
    { trim_strategy: 'auto' },
    { trim_start_time: 5 },
    { speed: 2 },
  ].map(toneTrack),
  track({ source: { text: 'a' } }),
  track({ source: { upload_id: 'upl_none' } }),
];

/** Files that cannot be used. The messages differ: they name an address or a file. */
export const UNUSABLE: Json[] = [
  on(LOGO, media('notes.txt')),
  on(LOGO, media('cut.png')),
  on(LOGO, media('nowhere.png')),
  on('video_1', media('tone.wav')),
  on('lettering', media('photo.png')),
  track(media('photo.png')),
  change(media('notes.txt')),
  changed(LOGO, { ...CROP, crop_width: 1000 }),
  changed('video_1', { ...CROP, crop_width: 1000 }),
  on(LOGO, { source: { ...media('photo.png').source, upload_id: 'upl_none' } }),
  { ...on(LOGO, media('nowhere.png')), audio_tracks: { a_01: media('notes.txt'), b: null } },
];
