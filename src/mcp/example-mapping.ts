import type { TemplateStyleVersion } from '@framepress/client';

/**
 * Returns a complete mapping with the sample texts of a version. Other editables take the sample content of
 * the template, because of `missing`.
 */
export function exampleMapping({ id, editables }: TemplateStyleVersion) {
  const texts = Object.entries(editables).flatMap(([name, { input_type, example_text }]) =>
    input_type === 'text' && example_text !== undefined
      ? [[name, { source: { text: example_text } }]]
      : [],
  );
  return {
    template_style_version_id: id,
    resources: Object.fromEntries(texts) as Record<string, unknown>,
    missing: 'example',
  };
}
