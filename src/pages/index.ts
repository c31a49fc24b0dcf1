/** What browsers open: the documentation, the sign-in of the studio, and the files of the web pages. */
export type { PagesConfig, PagesContext } from './context.ts';
export type { OpenApi } from './docs/document.ts';
export { docsRoutes } from './docs/routes.ts';
export { studioRoutes } from './studio/routes.ts';
export { webRoutes } from './web/routes.ts';
