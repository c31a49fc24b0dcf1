/** The pages of renders. */
export const renders = { 'renders.title': 'Renders', 'render.title': 'Render' } as const;
