import { MESSAGES } from '../../src/base/messages/index.ts';

type Said = { message?: unknown; hint?: unknown };

/**
 * Returns the sentences of faults and warnings that the studio shows in English in all languages:
 * messages and hints without an id of the catalogue, also within the values of a sentence.
 */
export function untranslated(faults: readonly Said[]): string[] {
  return faults.flatMap((fault) => {
    const { message, message_id, params, hint, hint_id, hint_params } = fault as Record<
      string,
      unknown
    >;
    return [
      ...(isTranslated(message_id, params) ? [] : [String(message)]),
      ...(!hint || isTranslated(hint_id, hint_params) ? [] : [String(hint)]),
    ];
  });
}

function isTranslated(id: unknown, params: unknown): boolean {
  if (!Object.hasOwn(MESSAGES, String(id))) return false;
  return Object.values(Object(params) as object).every((value: unknown) => {
    const inner = Object(value) as { message_id?: unknown; params?: unknown };
    return inner.message_id === undefined || isTranslated(inner.message_id, inner.params);
  });
}
