import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { readAnswers, sha256 } from './answers.ts';
import { unpackOldFolder } from './old-folder.ts';
import { startOutside } from './outside.ts';
import { Upgraded, until } from './upgraded.ts';

/** Sessions that had ended before the older version was killed. */
const ENDED = ['preview', 'final', 'canceled'];

/** upgrade.long.test.ts tests everything that is in the folder. */
test('the folder of an older version is migrated: it answers as before, and its work goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-upgrade-'));
  onTestFinished(() => removeFolder(folder));
  const unpacked = await unpackOldFolder(folder);
  const { contents, recorded } = unpacked;
  // A still older version had a database for its queue.
  await writeFile(join(unpacked.dataDir, 'workflows.sqlite'), 'old');
  await using outside = await startOutside(contents);
  await using old = new Upgraded(unpacked);
  await old.start('all', { NODE_EXTRA_CA_CERTS: outside.caPath });
  expect(await readdir(unpacked.dataDir)).not.toContain('workflows.sqlite');

  const { small, replaced } = contents.versions;
  const versions = [small, replaced].map((id) => `/v2/template_style_versions/${id}`);
  const paths = [...ENDED.map((name) => old.pathOf(name)), ...versions];
  const before = Object.fromEntries(paths.map((path) => [path, recorded.answers[path]]));
  // The digests of the files are part of the answers.
  expect(await readAnswers(old.client, paths)).toMatchObject(before);

  for (const name of ['fetching', 'queued', 'finalQueued'])
    await old.send('POST', `${old.pathOf(name)}/cancel`);
  // The interrupted session ends and is delivered.
  const { interrupted } = contents.sessions;
  const ended = await old.rendered(String(interrupted), 'preview_rendered');
  const uploads = await old.delivered(String(interrupted));
  expect(uploads).toMatchObject([{ status: 'complete' }]);
  const object = outside.bucket.objects.get('/upgrade/renders/interrupted.mp4');
  const [output] = ended['outputs'] as Json[];
  expect(object && sha256(object.bytes)).toBe(output?.['sha256']);
  expect(outside.bucket.signatureFaults).toEqual([]);

  // The import that had waited is done.
  const imported = await old.imported(contents.versions.waiting);
  expect(imported).toMatchObject({ status: 'edit_ready', report: { errors: [] } });

  // Webhooks are signed with the stored secret.
  const { secret } = contents.endpoints.refusing;
  const { body, headers } = await until(async () => outside.hooks('refusing')[0]);
  expect(
    new Webhook(secret).verify(body.toString(), headers as Record<string, string>),
  ).toBeDefined();
  await old.stop();
});
