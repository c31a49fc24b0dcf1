import { defined } from '../base/index.ts';
import { eachObject, type FileAsset, type Lottie } from '../lottie/index.ts';
import type { Target } from '../template/index.ts';

/** Maximum length of all values that are copied, as JSON. */
const MAX_COPIED_CHARACTERS = 16 * 1024 * 1024;

/** Gives the properties that have no value of their own the default of their slot. */
export function fillFromSlots({ slots, layers, assets }: Lottie): void {
  if (!slots) return;
  const values = new Map(
    Object.entries(slots).flatMap(([name, slot]) => {
      const value: unknown = slot?.p;
      const isValue = typeof value === 'object' && value !== null && 'k' in value;
      return isValue ? [[name, JSON.stringify(value)] as const] : [];
    }),
  );
  let remainingCharacters = MAX_COPIED_CHARACTERS;
  eachObject([layers, assets ?? []], (holder) => {
    const { sid } = holder;
    const value = typeof sid === 'string' && !('k' in holder) ? values.get(sid) : undefined;
    remainingCharacters -= value?.length ?? 0;
    if (value === undefined || remainingCharacters < 0 || 'id' in holder) return;
    const { sid: _, ...copy } = JSON.parse(value) as Record<string, unknown>;
    Object.assign(holder, copy);
  });
}

/** Replaces a property's value by the default of its slot, as players do. */
export function applySlotDefault(target: Target, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('property' in target && 'k' in value) {
    target.property.k = value.k as number[];
    target.property.a = (value as { a?: number }).a ?? 0;
    setExpression(target.property, value);
  } else if ('asset' in target && target.asset && 'p' in value) {
    const { u = '', p, e, w, h } = value as FileAsset;
    if (typeof p === 'string')
      Object.assign(target.asset, { u, p, ...defined({ e }), ...(w && { w }), ...(h && { h }) });
  } else if (target.type === 'text' && 'k' in value && Array.isArray(value.k) && target.layer.t) {
    const originalText = target.layer.t.d.k[0]?.s ?? {};
    const keys = value.k.filter((key) => typeof key?.s === 'object' && key.s !== null);
    setExpression(target.layer.t.d, value);
    if (keys.length > 0)
      target.layer.t.d.k = keys.map((key) => ({ t: key.t ?? 0, s: { ...originalText, ...key.s } }));
  }
}

/** The expression of a slot's default belongs to its value: it replaces that of the property. */
function setExpression(property: { x?: string }, value: object): void {
  const { x } = value as { x?: unknown };
  delete property.x;
  if (typeof x === 'string') property.x = x;
}
