import type { StringKey } from './strings/index.ts';

export type Section = 'templates' | 'renders' | 'batches' | 'settings';

export type PageEntry = {
  /** A path with parameters, such as `/templates/:id`. */
  pattern: string;
  title: StringKey;
  /** The custom element that the module defines. */
  tag: string;
  load: () => Promise<unknown>;
  section?: Section;
  /** For people who are not signed in. */
  isPublic?: true;
  /** Viewers cannot use it, and read why. */
  isForEditors?: true;
  /** Uses the whole width and height of the window. */
  isFull?: true;
};

/** Each page is a chunk of its own. The first pattern that matches wins. */
export const PAGES: readonly PageEntry[] = [
  {
    pattern: '/sign-in',
    title: 'signIn.title',
    tag: 'studio-sign-in-page',
    load: () => import('./sign-in/sign-in-page.ts'),
    isPublic: true,
  },
  {
    pattern: '/templates',
    title: 'templates.title',
    tag: 'studio-templates-page',
    load: () => import('./templates/templates-page.ts'),
    section: 'templates',
  },
  {
    pattern: '/templates/:id',
    title: 'template.title',
    tag: 'studio-template-page',
    load: () => import('./template/template-page.ts'),
    section: 'templates',
  },
  {
    pattern: '/make-editable/:version',
    title: 'makeEditable.title',
    tag: 'studio-make-editable-page',
    load: () => import('./make-editable/make-editable-page.ts'),
    section: 'templates',
    isFull: true,
  },
  {
    pattern: '/fill/:session',
    title: 'fill.title',
    tag: 'studio-fill-page',
    load: () => import('./fill/fill-page.ts'),
    section: 'templates',
    isFull: true,
  },
  {
    pattern: '/renders',
    title: 'renders.title',
    tag: 'studio-renders-page',
    load: () => import('./renders/renders-page.ts'),
    section: 'renders',
  },
  {
    pattern: '/renders/:id',
    title: 'render.title',
    tag: 'studio-render-page',
    load: () => import('./render/render-page.ts'),
    section: 'renders',
  },
  {
    pattern: '/groups/:id',
    title: 'group.title',
    tag: 'studio-group-page',
    load: () => import('./group/group-page.ts'),
    section: 'renders',
  },
  {
    pattern: '/batches',
    title: 'batches.title',
    tag: 'studio-batches-page',
    load: () => import('./batches/batches-page.ts'),
    section: 'batches',
  },
  {
    pattern: '/batches/new',
    title: 'newBatch.title',
    tag: 'studio-new-batch-page',
    load: () => import('./new-batch/new-batch-page.ts'),
    section: 'batches',
    isForEditors: true,
  },
  {
    pattern: '/batches/:id',
    title: 'batch.title',
    tag: 'studio-batch-page',
    load: () => import('./batch/batch-page.ts'),
    section: 'batches',
  },
  {
    pattern: '/settings',
    title: 'settings.title',
    tag: 'studio-settings-page',
    load: () => import('./settings/settings-page.ts'),
    section: 'settings',
  },
  {
    pattern: '/settings/:part',
    title: 'settings.title',
    tag: 'studio-settings-page',
    load: () => import('./settings/settings-page.ts'),
    section: 'settings',
  },
];
