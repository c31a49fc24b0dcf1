import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallLottie, writePackage } from '../support/package.ts';
import { expectNoProblems, says, shown } from './studio-page.ts';
import { arrives, clickAt, openStudioWorld, type StudioWorld, snap } from './studio-world.ts';

let world: StudioWorld;
let versionId: string;

beforeAll(async () => {
  world = await openStudioWorld();
  const client = await world.client();
  const wide = await writePackage(join(world.folder, 'sale.lottie'), smallLottie(6));
  const version = await client.addTemplate(wide, { name: 'Sale' });
  versionId = String(version['id']);
  const tall = { ...smallLottie(6), w: 360, h: 640 };
  await client.addTemplate(await writePackage(join(world.folder, 'tall.lottie'), tall), {
    name: 'Sale',
    template_id: String(version['template_id']),
  });
});

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
});

test('all sizes of a template are rendered at once, on one page with one ZIP', async () => {
  const client = await world.client();
  const mapping = { template_style_version_id: versionId, resources: {} };
  const { body } = await client.send('POST', '/v2/render_sessions', { title: 'For Ada', mapping });
  const { id } = body['render_session'] as { id: string };
  const page = await world.signedIn(`/fill/${id}`);
  await clickAt(page, 'framepress-editor button.render');
  await says(page, '9:16');
  await snap(page, 'all-sizes-options');
  await clickAt(page, 'studio-render-dialog button.primary');
  await arrives(page, /^#\/groups\/grp_/);
  await expect.poll(async () => (await page.$$('>>> studio-group-page >>> video')).length).toBe(2);
  await says(page, 'For Ada');
  await expectNoProblems(page, 'all sizes');
  await snap(page, 'all-sizes');
  const link = await shown(page, 'studio-group-page a.button.primary');
  const url = String(await link.evaluate((node) => (node as unknown as { href: string }).href));
  const answer = await page.evaluate(
    `fetch(${JSON.stringify(url)}).then(async (response) => [response.status, response.headers.get('content-type'), (await response.blob()).size])`,
  );
  expect(answer).toEqual([200, 'application/zip', expect.any(Number)]);
  expect(page.problems).toEqual([]);
  await page.close();
});
