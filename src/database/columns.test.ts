import { expect, test } from 'vitest';
import { addVersion, temporaryDatabase } from './database.fixture.ts';
import { DEFAULT_ACCOUNT } from './index.ts';
import { runStatement } from './test-database.fixture.ts';

/** Texts that look like JSON or like names of columns, as names and as values. */
const TEXTS = [
  '[1]',
  '{}',
  '{"a":1}',
  '["x"]',
  'null',
  'true',
  '12',
  '"q"',
  'created_at',
  'A_b_cD',
];
const OBJECT = Object.fromEntries(TEXTS.map((text, index) => [text, TEXTS.at(-index) ?? '']));

type T = Awaited<ReturnType<typeof temporaryDatabase>>;

async function addTexts({ db }: T, title: string): Promise<void> {
  await db.renderSessions.insert({
    id: 'rs_1',
    accountId: DEFAULT_ACCOUNT,
    templateStyleVersionId: 'tsv_1',
    title,
    render: 'preview',
    externalId: title,
    metadata: OBJECT,
    mapping: {
      id: 'map_1',
      resources: { A_b_cD: { kind: 'text', value: title }, created_at: OBJECT },
    },
    wantedOutputs: [{ hdr_A: OBJECT }],
    missingEditables: TEXTS,
  });
}

test('texts that look like JSON, and names within JSON, come back as they were', async () => {
  for (const text of TEXTS) {
    await using t = await temporaryDatabase();
    await addVersion(t.db, 'tsv_1');
    await addTexts(t, text);
    const session = await t.db.renderSessions.find('rs_1');
    expect(session).toMatchObject({ title: text, externalId: text });
    expect(session?.metadata).toEqual(OBJECT);
    expect(session?.missingEditables).toEqual(TEXTS);
    expect(session?.wantedOutputs).toEqual([{ hdr_A: OBJECT }]);
    expect(session?.mapping['resources']).toEqual({
      A_b_cD: { kind: 'text', value: text },
      created_at: OBJECT,
    });
    const { sessions } = await t.db.renderSessions.list(DEFAULT_ACCOUNT, {}, { limit: 9 });
    expect(sessions).toMatchObject([{ title: text, externalId: text, metadata: OBJECT }]);
    const page = await t.db.renderSessions.list(DEFAULT_ACCOUNT, { text }, { limit: 9 });
    expect(page.sessions).toHaveLength(1);
  }
});

test('rows have their names, JSON and flags in the database', async () => {
  await using t = await temporaryDatabase();
  await addVersion(t.db, 'tsv_1');
  await addTexts(t, '{}');
  const columns = 'title, metadata, missing_editables, is_batch, eta_at, preview, created_at';
  expect(await runStatement(t.path, `select ${columns} from render_sessions`)).toEqual([
    {
      title: '{}',
      metadata: JSON.stringify(OBJECT),
      missing_editables: JSON.stringify(TEXTS),
      is_batch: 0,
      eta_at: null,
      preview: null,
      created_at: expect.anything(),
    },
  ]);
  const edit = { draft: { preview: null } };
  expect(await t.db.renderSessions.edit('rs_1', edit)).toBe(false);
});
