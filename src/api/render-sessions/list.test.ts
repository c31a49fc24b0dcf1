import { expect, test } from 'vitest';
import { PATH, temporarySessions } from './sessions.fixture.ts';

/** Creates sessions a second apart, and lists the titles that a query finds. */
async function listed() {
  const t = await temporarySessions();
  await t.addVersion(undefined, 'tsv_other');
  const add = async (title: string, more: object = {}) => {
    t.clock.ms += 1000;
    return t.create({ title, ...more });
  };
  const find = async (query: string) => {
    const { status, json } = await t.send('GET', `${PATH}?${query}`);
    if (status !== 200) return json.errors.map((e: { message: string }) => e.message);
    return json.render_sessions.map(({ title }: { title: string }) => title);
  };
  return { ...t, add, find };
}

test('a session says who created it and when its render began and ended, and lists filter by that', async () => {
  await using t = await listed();
  const mine = await t.add('Ürün çikolata', { render: 'preview' });
  const other = await t.db.clients.create('Shop');
  expect(mine).toMatchObject({ created_by: { name: 'test' }, ended_at: null });
  expect(mine.started_at).toBe(mine.created_at);
  expect(await t.find(`created_by=${mine.created_by.id}`)).toEqual(['Ürün çikolata']);
  expect(await t.find(`created_by=${other.clientId}`)).toEqual([]);
  // Accents are ignored, in the text and in the title.
  expect(await t.find('q=urun')).toEqual(['Ürün çikolata']);
  expect(await t.find(`q=${encodeURIComponent('ÇÏKÖ')}`)).toEqual(['Ürün çikolata']);

  t.clock.ms += 5000;
  await t.failed(mine.id);
  const { json } = await t.send('GET', `${PATH}/${mine.id}`);
  expect(json.render_session).toMatchObject({
    created_at: mine.created_at,
    ended_at: new Date(t.clock.ms).toISOString(),
  });
  const draft = await t.add('Draft');
  expect(draft).toMatchObject({ started_at: null, ended_at: null });
});

test('lists filter by several statuses, times, metadata, template and title', async () => {
  await using t = await listed();
  const start = t.clock.ms;
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  await t.add('One', { metadata: { 'a b]': 'x', lang: 'de' }, external_id: 'e' });
  await t.add('Two 100%', { metadata: { lang: 'de' } });
  const three = await t.add('Three', { render: 'preview', external_id: 'e' });
  await t.failed((await t.add('Four', { render: 'final' })).id);
  const mapping = { ...t.mapping, template_style_version_id: 'tsv_other' };
  await t.add('Five', { mapping });

  expect(await t.find('status=draft')).toEqual(['Five', 'Two 100%', 'One']);
  expect(await t.find('status=failed,preview_rendering')).toEqual(['Four', 'Three']);
  expect(await t.find('status=failed&status=draft&external_id=e')).toEqual(['One']);
  expect(await t.find('template_style_version_id=tsv_other')).toEqual(['Five']);
  const version = await t.db.templateVersions.find('tsv_other');
  expect(await t.find(`template_id=${version?.templateId}`)).toEqual(['Five']);
  expect(await t.find(`created_after=${at(2)}&created_before=${at(4)}`)).toEqual([
    'Three',
    'Two 100%',
  ]);
  expect(await t.find('created_before=2026-11-20')).toEqual([]);
  expect(await t.find(`created_after=${at(4)}&status=draft`)).toEqual(['Five']);
  t.clock.ms += 5000;
  await t.send('PATCH', `${PATH}/${three.id}`, { title: 'Third' });
  expect(await t.find(`updated_after=${at(6)}`)).toEqual(['Third']);
  expect(await t.find(`updated_before=${at(6)}&q=E`)).toEqual(['Five', 'One']);
  expect(await t.find('metadata[lang]=de')).toEqual(['Two 100%', 'One']);
  expect(await t.find('metadata[lang]=de&metadata[a%20b]]=x')).toEqual(['One']);
  expect(await t.find('metadata[lang]=%25')).toEqual([]);
  expect(await t.find('q=0%25')).toEqual(['Two 100%']);
  expect(await t.find('q=tWO')).toEqual(['Two 100%']);
  expect(await t.find('q=_')).toEqual([]);
  await t.add('Ökostraße ΟΔΟΣ');
  for (const q of ['öKO', 'STRASSE', 'οδος', 'O\u0308ko'])
    expect(await t.find(`q=${encodeURIComponent(q)}`), q).toEqual(['Ökostraße ΟΔΟΣ']);
});

test('filtered lists have pages', async () => {
  await using t = await listed();
  for (let i = 0; i < 5; i++) await t.add(`${i}`, { metadata: { even: String(i % 2 === 0) } });
  const titles: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = `limit=1&metadata[even]=true${cursor && `&cursor=${cursor}`}`;
    const { json } = await t.send('GET', `${PATH}?${query}`);
    titles.push(...json.render_sessions.map(({ title }: { title: string }) => title));
    cursor = json.next_cursor;
  }
  expect(titles).toEqual(['4', '2', '0']);
});

test('a wrong filter is rejected with a clear message', async () => {
  await using t = await listed();
  expect(await t.find('status=done,draft')).toEqual([
    expect.stringMatching(/^Expected "draft", .* for the query parameter status .*"done"\.$/),
  ]);
  expect(await t.find('created_after=yesterday')).toEqual([
    'Expected a time such as 2026-11-20T09:30:00Z for the query parameter created_after but received "yesterday".',
  ]);
  const many = Array.from({ length: 6 }, (_, i) => `metadata[k${i}]=v`).join('&');
  expect(await t.find(many)).toEqual([
    'Expected at most 5 entries for the query parameter metadata but received an object with 6 entries.',
  ]);
  expect(await t.find('q=%00')).toEqual([
    expect.stringMatching(/^Expected text without U\+0000 for the query parameter q but/),
  ]);
  expect(await t.find('metadata[__proto__]=x')).toEqual([
    'Expected only known query parameters but received "metadata[__proto__]".',
  ]);
  expect(await t.find('metadata[a]=1&metadata[a]=2')).toEqual([
    'Expected the query parameter metadata[a] once but received it 2 times.',
  ]);
  expect(await t.find('metadata=x')).toEqual([expect.stringContaining('an object')]);
});
