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
  /** Uses the whole width and height of the window. */
  isFull?: true;
};

/** Each page is a chunk of its own. The first pattern that matches wins. */
export const PAGES: readonly PageEntry[] = [
  {
    pattern: '/sign-in',
    title: 'signIn.title',
    tag: 'studio-sign-in-page',
    load: () => import('./pages/sign-in.ts'),
    isPublic: true,
  },
  {
    pattern: '/templates',
    title: 'templates.title',
    tag: 'studio-templates-page',
    load: () => import('./pages/templates.ts'),
    section: 'templates',
  },
  {
    pattern: '/templates/:id',
    title: 'template.title',
    tag: 'studio-template-page',
    load: () => import('./pages/template.ts'),
    section: 'templates',
  },
  {
    pattern: '/fill/:session',
    title: 'fill.title',
    tag: 'studio-fill-page',
    load: () => import('./pages/fill.ts'),
    section: 'templates',
    isFull: true,
  },
  {
    pattern: '/renders',
    title: 'renders.title',
    tag: 'studio-renders-page',
    load: () => import('./pages/renders.ts'),
    section: 'renders',
  },
  {
    pattern: '/renders/:id',
    title: 'render.title',
    tag: 'studio-render-page',
    load: () => import('./pages/render.ts'),
    section: 'renders',
  },
  {
    pattern: '/batches',
    title: 'batches.title',
    tag: 'studio-batches-page',
    load: () => import('./pages/batches.ts'),
    section: 'batches',
  },
  {
    pattern: '/batches/new',
    title: 'newBatch.title',
    tag: 'studio-new-batch-page',
    load: () => import('./pages/new-batch.ts'),
    section: 'batches',
  },
  {
    pattern: '/batches/:id',
    title: 'batch.title',
    tag: 'studio-batch-page',
    load: () => import('./pages/batch.ts'),
    section: 'batches',
  },
  {
    pattern: '/settings',
    title: 'settings.title',
    tag: 'studio-settings-page',
    load: () => import('./pages/settings/settings.ts'),
    section: 'settings',
  },
  {
    pattern: '/settings/:part',
    title: 'settings.title',
    tag: 'studio-settings-page',
    load: () => import('./pages/settings/settings.ts'),
    section: 'settings',
  },
];
