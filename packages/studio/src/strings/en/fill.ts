/** The pages of fill. */
export const fill = { 'fill.title': 'Fill' } as const;
