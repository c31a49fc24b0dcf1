/** The pages of settings. */
export const settings = { 'settings.title': 'Settings' } as const;
