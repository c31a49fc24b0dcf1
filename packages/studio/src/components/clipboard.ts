/** Copies a text and returns whether it worked. Without HTTPS, browsers have no clipboard interface. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Copies by a selection, as older browsers do. */
function copySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  try {
    field.select();
    // Pages without HTTPS have no other function.
    // eslint-disable-next-line ts/no-deprecated
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}
