import { defined, jsonPointer, pointerTokens } from '../../base/index.ts';
import type { RenderSession } from '../sessions/render-session.ts';
import type { TemplateVersion } from '../templates/template-version.ts';
import type { EventForms, FileReference, PublicContext } from './event-forms.ts';
import type { EventType } from './event-types.ts';

/**
 * An event as it is stored. `data` is what clients read, with the storage key of a file instead
 * of its URL. `files` are those places: URLs are signed when the event is sent.
 */
export type EventPayload = {
  version: 1;
  type: EventType;
  data: Record<string, unknown>;
  files: EventFile[];
};

/** `pointer` is a JSON Pointer into `data`. */
export type EventFile = { pointer: string; download_name?: string };

/** Returns the payload of an event whose data is one public object under a name, such as `render_session`. */
function objectPayload(
  type: EventType,
  name: string,
  make: (file: PublicContext['file']) => object,
): EventPayload {
  const files: EventFile[] = [];
  const object = make(({ key, at, downloadName }) => {
    const pointer = jsonPointer(name, ...at);
    files.push({ pointer, ...defined({ download_name: downloadName }) });
    return key;
  });
  return { version: 1, type, data: { [name]: object }, files };
}

/**
 * Returns the payload of the event that reports a session's new status. `nowMs` is the time for its estimated
 * end.
 */
export function sessionPayload(
  forms: EventForms,
  session: RenderSession,
  nowMs: number,
): EventPayload {
  return objectPayload('render_session.status.changed', 'render_session', (file) =>
    forms.session(session, { nowMs, file }),
  );
}

/** Returns the payload of the event that reports a template version's new status. */
export function versionPayload(forms: EventForms, version: TemplateVersion): EventPayload {
  return objectPayload('template_style_version.status.changed', 'template_style_version', (file) =>
    forms.version(version, { file }),
  );
}

/** Reads the stored JSON of an event. Events without a version come from an older service. */
export function readPayload(forms: EventForms, type: EventType, data: object): EventPayload {
  return 'version' in data && 'files' in data
    ? (data as EventPayload)
    : readVersion0(forms, type, data);
}

/**
 * Reads version 0, which stored internal rows of sessions and template versions, and all other data
 * unchanged.
 */
function readVersion0(forms: EventForms, type: EventType, data: object): EventPayload {
  if (type === 'template_style_version.status.changed')
    return versionPayload(forms, data as TemplateVersion);
  if (type !== 'render_session.status.changed')
    return { version: 1, type, data: { ...data }, files: [] };
  const added = {
    outputs: [],
    receipt: null,
    queuePosition: null,
    etaMs: null,
    render: null,
    priority: 'normal',
    preview: null,
    missingEditables: [],
  };
  const { externalUploads: deliveries = [], ...row } = data as { externalUploads?: unknown };
  const session = { ...added, ...row, deliveries } as unknown as RenderSession;
  // Events never contained an estimated end.
  return sessionPayload(forms, session, 0);
}

/** Returns the data of a payload with the URL of each file instead of its key. */
export function dataWithUrls(
  { data, files }: Pick<EventPayload, 'data' | 'files'>,
  urlOf: (file: Omit<FileReference, 'at'>) => string,
): Record<string, unknown> {
  let result: unknown = data;
  for (const { pointer, download_name: downloadName } of files) {
    result = replaceAt(result, pointerTokens(pointer), (key) =>
      urlOf({ key: String(key), ...defined({ downloadName }) }),
    );
  }
  return result as Record<string, unknown>;
}

/** Returns a copy of a value with a new value at a path. Only the objects along the path are copied. */
function replaceAt(
  value: unknown,
  [token, ...tokens]: readonly string[],
  change: (previousValue: unknown) => unknown,
): unknown {
  if (token === undefined) return change(value);
  if (Array.isArray(value))
    return value.with(Number(token), replaceAt(value[Number(token)], tokens, change));
  const object = value as Record<string, unknown>;
  return { ...object, [token]: replaceAt(object[token], tokens, change) };
}
