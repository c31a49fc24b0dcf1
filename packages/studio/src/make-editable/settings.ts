import { FramepressError } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import type { Translate } from '../strings/index.ts';
import type { EditableSettings, Settings } from './draft.ts';

/** Returns the settings without what is not seen, so that a new label draws no new frame. */
export function settingsForStill({ editables = {}, ...settings }: Settings): Settings {
  const visibleFields = Object.entries(editables).map(
    ([name, editable]): [string, EditableSettings] => {
      const {
        label: _label,
        help: _help,
        group: _group,
        required: _required,
        ...fields
      } = editable;
      return [name, fields];
    },
  );
  return { ...settings, editables: Object.fromEntries(visibleFields) };
}

/** Returns the service's faults of editables in the settings, by their names, in the language of `t`. */
export function faultsByEditable(
  error: unknown,
  t: Pick<Translate, 'lang'>,
): ReadonlyMap<string, readonly string[]> {
  const faults = new Map<string, string[]>();
  if (!(error instanceof FramepressError)) return faults;
  for (const fault of error.errors) {
    const { pointer, message, hint } = translateFault(fault, t);
    const [, settings, part, name] = (pointer ?? '').split('/');
    if (settings !== 'settings' || part !== 'editables' || name === undefined) continue;
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    const text = [message, hint].filter(Boolean).join(' ');
    faults.set(key, [...(faults.get(key) ?? []), text]);
  }
  return faults;
}
