/** Compiled by package.test.ts, as in a project that uses the client. */
import { type BatchCreate, Framepress, type RenderSession } from '@framepress/client';

const framepress = new Framepress({
  baseUrl: 'https://framepress.example.com',
  clientId: 'client_1',
  clientSecret: 'secret',
});

const mapping = { template_style_version_id: 'tsv_1', resources: {} };

export async function sample(seen: string[]): Promise<RenderSession> {
  const session = await framepress.renders
    .create({ title: 'Birthday', mapping, render: 'final' })
    .wait({ onProgress: ({ progress, phase }) => seen.push(`${progress} ${phase}`) });
  const batch: BatchCreate = { template_style_version_id: 'tsv_1', rows: [{ name: 'Ada' }] };
  await framepress.batches.create(batch).wait();
  for await (const { id, status } of framepress.renders.list({ status: ['failed'] })) {
    seen.push(`${id} ${status}`);
  }
  return session;
}

export async function wrongNames(): Promise<void> {
  // @ts-expect-error: no such option
  await framepress.renders.create({ titel: 'Birthday', mapping });
  // @ts-expect-error: no such kind of render
  await framepress.renders.create({ title: 'Birthday', mapping, render: 'finale' });
  // @ts-expect-error: no such status
  framepress.renders.list({ status: ['broken'] });
  // @ts-expect-error: no such filter
  framepress.renders.list({ state: 'failed' });
  // @ts-expect-error: no such field
  (await framepress.renders.get('rs_1')).session.video;
  // @ts-expect-error: no such resource
  framepress.movies;
  // @ts-expect-error: no such path
  await framepress.raw('get', '/v2/movies/{id}', { id: '1' });
  // @ts-expect-error: the path has no such method
  await framepress.raw('put', '/v2/render_sessions/{id}', { id: 'rs_1' });
  // @ts-expect-error: the id is missing
  await framepress.uploads.get();
}
