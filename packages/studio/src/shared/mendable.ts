/**
 * Returns whether an import failed because of its template.json: the page that makes a template editable proposes
 * another one.
 */
export function isMendable({ code }: { code: string }): boolean {
  return code === 'template_json_invalid';
}
