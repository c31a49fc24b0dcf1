/** Returns a hint of the service, which names fields of a request, with the options of the command `batch`. */
export function commandHint(hint: string): string {
  return hint
    .replace(/as charset/, 'as --charset')
    .replace(/"columns": \{ "((?:[^"\\]|\\.)*)": null \}/, '--column "$1="')
    .replace(
      /GET \/v2\/template_style_versions\/:id\/specs has all names/,
      '`framepress types tsv_…` writes all names',
    )
    .replace(/in "columns"/, 'in --column')
    .replace(/with "columns"/, 'with --column NAME=')
    .replace(
      /, an entry to the mapping of the batch, or "missing": "example"/,
      ', or an entry or { "missing": "example" } in the file of --mapping',
    )
    .replace(/, or an entry to the mapping of the batch/, ', or an entry in the file of --mapping');
}
