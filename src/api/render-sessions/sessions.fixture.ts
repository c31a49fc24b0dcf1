import { RESOURCES, temporaryApi } from '../api.fixture.ts';

export const PATH = '/v2/render_sessions';

/** Returns the API with a template, a destination and functions that do the work of the worker. */
export async function temporarySessions(changes: Parameters<typeof temporaryApi>[0] = {}) {
  const t = await temporaryApi(changes);
  await t.addVersion();
  await t.send('POST', '/v2/destinations', {
    prefix: 's3://acme',
    credentials: { access_key_id: 'x', secret_access_key: 'y' },
  });
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES };
  const create = async (more: object = {}) =>
    (await t.send('POST', PATH, { title: 'A title', mapping, ...more })).json.render_session;
  const at = (id: string, action: string, body?: object, headers: Record<string, string> = {}) =>
    t.send('POST', `${PATH}/${id}/${action}`, body, headers);
  const load = async (id: string) => (await t.send('GET', `${PATH}/${id}`)).json.render_session;
  /** Stores a session as the worker does at the end of a render. `more` are further facts about its files. */
  const rendered = async (id: string, kind: 'preview' | 'final', more: object = {}) => {
    const key = `sessions/${id}/${kind}/video.mp4`;
    const inputs = { ingested: {}, isComplete: true, expiresAtMs: t.clock.ms + 1000 };
    await t.db.sessionInputs.keep(id, inputs);
    const loudness = { integrated_lufs: -14, range_lu: 3, true_peak_dbtp: -1, limited: false };
    const facts = { format: 'mp4', codec: 'h264', width: 1920, height: 1080, fps: 30, duration: 4 };
    await t.db.renderSessions.finish(id, `${kind}_rendered`, {
      phase: 'done',
      videoKey: key,
      output: { width: 1920, height: 1080, fps: 30, duration: 4, loudness, ...more },
      timings: { rendering: 1 },
      receipt: {
        template: { template_style_version_id: 'tsv_ready', sha256: 'd' },
        mapping: 'd',
        media: {},
        fonts: [],
        engine: { ffmpeg: '7' },
        outputs: { video: 'd' },
      },
      outputs: [{ file: 'video', key, ...facts, bytes: 5, sha256: 'd' }],
    });
  };
  const failed = (id: string) => t.db.renderSessions.finish(id, 'failed', { phase: 'done' });
  return { ...t, mapping, create, at, read: load, rendered, failed };
}
