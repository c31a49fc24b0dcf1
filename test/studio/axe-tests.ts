import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPage } from '../support/browser.ts';
import type { Client, Json } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { fewOf, type Part } from '../support/parts.ts';
import { accessibilityFaults } from './accessibility-tree.ts';
import { recordFocus, tabThrough } from './keyboard.ts';
import { COLOR_RULES, click, expectNoProblems, overflowOf, says, shown } from './studio-page.ts';
import { openStudioWorld, type StudioWorld, snap } from './studio-world.ts';

type Step = {
  name: string;
  path: string;
  /** Waits until the page is whole, and opens what belongs to the step. */
  open(page: TestPage): Promise<unknown>;
};

/** The number of pages in `npm test`, where right-to-left.test.ts opens most of the others. */
const FEW = 14;

const ready = (selector: string) => (page: TestPage) => shown(page, selector);
const opens =
  (...selectors: string[]) =>
  async (page: TestPage) => {
    const last = selectors.length - 1;
    for (const selector of selectors.slice(0, last)) await click(page, selector);
    await shown(page, selectors[last] ?? '');
  };

const GROUP = 'grp_axe';

/** Markup that runs a script, marks that turn the direction, and no place for a line break. */
const HOSTILE = `<img src=x onerror=alert(1)>\u2067\u202e${'W'.repeat(120)}`;

/** Accessibility rules, the keyboard and narrow windows, on all pages of the studio. */
export function axeTests(part: Part): void {
  let world: StudioWorld;
  let ids: {
    template: string;
    version: string;
    failed: string;
    draft: string;
    render: string;
    batch: string;
  };

  beforeAll(async () => {
    world = await openStudioWorld();
    const client = await world.client();
    const version = await client.addTemplate(
      await writePackage(join(world.folder, 'sale.lottie')),
      { name: 'Summer sale' },
    );
    const broken = join(world.folder, 'broken.json');
    await writeFile(broken, JSON.stringify({ ...smallLottie(), assets: [] }));
    const failed = await client.addTemplate(broken, { name: 'Broken' });
    const versionId = String(version['id']);
    ids = {
      template: String(version['template_id']),
      version: versionId,
      failed: String(failed['template_id']),
      draft: await session(client, versionId),
      render: await session(client, versionId, 'preview'),
      batch: await batch(client, versionId),
    };
  });

  afterAll(() => world?.[Symbol.asyncDispose]());

  /** All pages, with their tabs, parts and dialogs. */
  const steps = (): Step[] => [
    { name: 'gallery', path: '/templates', open: ready('studio-template-card img') },
    { name: 'template', path: `/templates/${ids.template}`, open: ready('studio-editables li') },
    ...['stills', 'report', 'code', 'schema', 'versions'].map((tab) => ({
      name: `template ${tab}`,
      path: `/templates/${ids.template}?tab=${tab}`,
      open: ready(`#tab-${tab}[aria-selected=true]`),
    })),
    {
      name: 'rename',
      path: `/templates/${ids.template}`,
      open: opens(
        'studio-template-page studio-menu .opener',
        '[role=menuitem]',
        'studio-name-dialog #name',
      ),
    },
    {
      name: 'delete',
      path: `/templates/${ids.template}?tab=code`,
      open: opens(
        'studio-template-page studio-menu .opener',
        '[role=menuitem].danger',
        'studio-confirm button.danger',
      ),
    },
    {
      name: 'new version',
      path: `/templates/${ids.template}?tab=stills`,
      open: opens('.page-head .actions button:not(.opener)', 'studio-upload-version input'),
    },
    { name: 'failed template', path: `/templates/${ids.failed}`, open: ready('studio-report li') },
    {
      name: 'make editable',
      path: `/make-editable/${ids.version}`,
      open: opens('studio-content-list .main', 'studio-content-details #label'),
    },
    // Until the frames are drawn, a still cannot be chosen.
    { name: 'editor', path: `/fill/${ids.draft}`, open: ready('.chips button:enabled') },
    {
      name: 'render options',
      path: `/fill/${ids.draft}?options`,
      open: opens(
        'framepress-editor button.render',
        'studio-render-dialog summary',
        'studio-render-dialog #quality',
      ),
    },
    { name: 'renders', path: '/renders', open: ready('[role=listitem]') },
    { name: 'draft', path: `/renders/${ids.draft}`, open: ready('studio-render-page h1') },
    { name: 'render', path: `/renders/${ids.render}`, open: ready('studio-render-page video') },
    { name: 'all sizes', path: `/groups/${GROUP}`, open: ready('studio-group-page video') },
    { name: 'batches', path: '/batches', open: ready('[role=listitem]') },
    { name: 'new batch', path: '/batches/new', open: ready('studio-new-batch-page h1') },
    { name: 'batch', path: `/batches/${ids.batch}`, open: ready('studio-batch-table') },
    ...['usage', 'people', 'clients', 'destinations', 'webhooks', 'account'].map((part) => ({
      name: `settings ${part}`,
      path: `/settings/${part}`,
      open: ready(`studio-${part}-part`),
    })),
    ...['people', 'clients', 'destinations', 'webhooks'].map((part) => ({
      name: `add to ${part}`,
      path: `/settings/${part}?add`,
      open: opens(`studio-${part}-part button.primary`, 'dialog[open]'),
    })),
    { name: 'no page', path: '/nowhere', open: (page: TestPage) => says(page, 'does not exist') },
    {
      name: 'no template',
      path: '/templates/tpl_none',
      open: (page: TestPage) => says(page, 'It does not exist any more.'),
    },
  ];

  /** Opens each page, and returns what is wrong with it. */
  async function walk(
    page: TestPage,
    check: (name: string) => Promise<unknown>,
  ): Promise<unknown[]> {
    const faults: unknown[] = [];
    for (const { name, path, open } of part(steps(), FEW)) {
      // The question of the app stays open on other pages.
      await page.keyboard.press('Escape');
      await page.evaluate("location.hash = '#/nowhere/else'");
      await page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`);
      try {
        await open(page);
        await check(name);
      } catch (error) {
        faults.push((error as { actual?: unknown }).actual ?? `${name}: ${error}`);
      }
      page.problems.length = 0;
    }
    return faults;
  }

  test('no page has a violation of accessibility rules, in light and dark, and Tab reaches all of it', async () => {
    const page = await world.signedIn('/templates');
    await recordFocus(page);
    const faults = await walk(page, async (name) => {
      for (const value of ['light', 'dark']) {
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
        await snap(page, `axe-${name.replaceAll(' ', '-')}-${value}`);
        // Only the colors differ.
        const rules = value === 'light' ? undefined : COLOR_RULES;
        await expectNoProblems(page, `${name}, ${value}`, rules);
      }
      const actual = {
        name,
        unclear: await accessibilityFaults(page),
        ...(await tabThrough(page)),
      };
      expect(actual).toEqual({ name, unclear: [], missed: [], unseen: [] });
    });
    expect(faults).toEqual([]);
    await page.close();
  });

  test('every page fits a window of 320 pixels, as one of 1280 pixels has with a zoom of 400 %', async () => {
    const page = await world.signedIn('/templates', { width: 320, height: 844 });
    const faults = await walk(page, async (name) => {
      await snap(page, `axe-${name.replaceAll(' ', '-')}-phone`);
      const actual = { name, overflow: await overflowOf(page), problems: page.problems };
      expect(actual).toEqual({ name, overflow: 0, problems: [] });
    });
    expect(faults).toEqual([]);
    await page.close();
  });

  if (part !== fewOf) return;

  test('the walk opens every page', async () => {
    const source = new URL('../../packages/studio/src/pages.ts', import.meta.url);
    const listed = (await readFile(source, 'utf8')).matchAll(/pattern: '([^']+)'/g);
    const paths = [...steps().map(({ path }) => path.split('?')[0] ?? ''), '/sign-in', '/settings'];
    const missing = [...listed].filter(([, pattern = '']) => {
      const matches = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`);
      return !paths.some((path) => matches.test(path));
    });
    expect(missing.map(([, pattern]) => pattern)).toEqual([]);
  });

  test('the sign-in has no violation either', async () => {
    const page = await world.browser.newPage();
    await page.goto(`${world.service.url}/studio/#/sign-in?error=openid_no_role`);
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      await says(page, 'You are known, but have no access to an account here.');
      await snap(page, `axe-sign-in-${value}`);
      await expectNoProblems(page, `sign-in, ${value}`);
    }
    await page.close();
  });

  test('names that contain markup and marks of direction are only texts, on narrow pages too', async () => {
    const client = await world.client();
    const make = async (kind: string, body: object): Promise<string> => {
      const answer = await client.send('POST', `/v2/${kind}`, body);
      return String((Object.values(answer.body)[0] as Json)['id']);
    };
    const path = await writePackage(join(world.folder, 'hostile.zip'), smallLottie(2), {
      version: 1,
      editables: { [HOSTILE]: { label: HOSTILE, targets: ['t_01'] } },
    });
    const version = await client.addTemplate(path, { name: HOSTILE });
    const mapping = { template_style_version_id: version['id'], missing: 'example', resources: {} };
    const video = { title: HOSTILE, mapping, metadata: { note: HOSTILE } };
    const draft = await make('render_sessions', video);
    const unseen = await make('render_sessions', { ...video, title: '\u200b\u2060' });
    const rows = [{ [HOSTILE]: HOSTILE }];
    const batch = await make('batches', {
      template_style_version_id: version['id'],
      rows,
      title: HOSTILE,
      start: false,
    });
    const page = await world.signedIn('/templates', { width: 320, height: 844 });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const pages: [string, string][] = [
      ['/templates', 'studio-template-card img'],
      [`/templates/${version['template_id']}`, 'studio-editables li'],
      [`/templates/${version['template_id']}?tab=versions`, 'studio-version-row img'],
      [`/fill/${draft}`, 'framepress-stage canvas'],
      [`/renders/${draft}`, 'studio-session-metadata input'],
      ['/renders', '[role=listitem]'],
      [`/batches/${batch}`, 'studio-batch-table bdi'],
    ];
    for (const [to, selector] of pages) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#${to}`)}`);
      await shown(page, selector);
      const actual = { to, overflow: await overflowOf(page), problems: page.problems, dialogs };
      expect(actual).toEqual({ to, overflow: 0, problems: [], dialogs: [] });
    }
    expect(await page.$('>>> img[src="x"]')).toBe(null);
    await page.evaluate(`location.hash = '#/renders/${unseen}'`);
    await says(page, 'Untitled');
    await page.close();
  });
}

async function session(client: Client, versionId: string, render?: 'preview'): Promise<string> {
  const mapping = { template_style_version_id: versionId, missing: 'example', resources: {} };
  const metadata = { framepress_group: GROUP };
  const body = { title: 'For Ana', mapping, ...(render && { render, metadata }) };
  const answer = await client.send('POST', '/v2/render_sessions', body);
  return String((answer.body['render_session'] as Json)['id']);
}

async function batch(client: Client, versionId: string): Promise<string> {
  const answer = await client.send('POST', '/v2/batches', {
    template_style_version_id: versionId,
    mapping: { resources: {}, missing: 'example' },
    rows: [{ t_01: 'Ana' }, { t_01: 'Ben' }],
  });
  return String((answer.body['batch'] as Json)['id']);
}
