/** Defines a custom element once, also when two copies of a module are loaded. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
