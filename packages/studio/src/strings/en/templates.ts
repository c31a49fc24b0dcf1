/** The pages of templates. */
export const templates = { 'templates.title': 'Templates', 'template.title': 'Template' } as const;
