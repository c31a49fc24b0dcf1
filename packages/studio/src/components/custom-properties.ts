import { noChange } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';

type Properties = Readonly<Record<`--${string}`, string | number | undefined>>;

/**
 * Sets custom properties of an element: `html`<div ${customProperties({ '--x': '4px' })}>``. The
 * content security policy forbids style attributes, which `styleMap` writes.
 */
class CustomProperties extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('Expected the place of an element.');
  }

  override render(_properties: Properties): unknown {
    return noChange;
  }

  /** Sets only properties that differ, and removes undefined ones. */
  override update(part: ElementPart, [properties]: [Properties]): unknown {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(properties)) {
      if (value === undefined) style.removeProperty(name);
      else if (style.getPropertyValue(name) !== String(value))
        style.setProperty(name, String(value));
    }
    return noChange;
  }
}

export const customProperties = directive(CustomProperties);
