import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { codeSamples, requestOf } from '../../packages/studio/src/render/api-call.ts';

const SESSION = {
  title: `Ana's "best" day \\ """`,
  template_style_version_id: 'tsv_1',
  render: 'final' as const,
  metadata: { customer: '1042' },
  mapping: {
    id: 'map_1',
    template_style_version_id: 'tsv_1',
    resources: { name: { source: { text: `It's $HOME` } }, lost: { unreadable: true } },
    missing: 'example',
  },
  audio_tracks: { music: null },
  font_changes: {},
  outputs: [{ format: 'mp4', codec: 'h264', width: 640, height: 360, fps: 25, bytes: 5, url: 'x' }],
};

test('the request has what determines the video', () => {
  expect(requestOf(SESSION)).toEqual({
    title: SESSION.title,
    render: 'final',
    mapping: {
      template_style_version_id: 'tsv_1',
      resources: { name: { source: { text: `It's $HOME` } } },
      audio_tracks: { music: null },
      missing: 'example',
    },
    output: { format: 'mp4', codec: 'h264', width: 640, height: 360, fps: 25 },
    metadata: { customer: '1042' },
  });
});

test('a shell and Python read the body unchanged', () => {
  const samples = codeSamples('http://127.0.0.1:1', SESSION);
  const [curl = '', , python = ''] = samples.map(({ code }) => code);
  const shell = curl.replace(/^curl .*\n.*\n\s*--json /, 'printf %s ');
  expect(JSON.parse(execFileSync('sh', ['-c', shell], { encoding: 'utf8' }))).toEqual(
    requestOf(SESSION),
  );
  const script = `${python.split('request =')[0]}\nprint(json.dumps(body))`;
  expect(JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }))).toEqual(
    requestOf(SESSION),
  );
});
