import {
  type ErrorCode,
  type Fault,
  fault,
  hasBlockedPort,
  type Message,
  OTHER_PORT,
  quoted,
  say,
  type Wording,
} from '../base/index.ts';
import type { FileSource } from './entries.ts';
import { editableOf, type Place, received } from './entry-faults.ts';
import type { FontSource } from './parsed-mapping.ts';
import type { FontNames } from './unknown-names.ts';

const MAX_URL_CHARACTERS = 8_192;

/** A source whose form is right: exactly one of its fields is given. */
type RawFile = { remote_url?: string | undefined; upload_id?: string | undefined };
type RawFont = RawFile & { font_name?: string | undefined };

/** Returns the file that a source names, and a fault for an address that cannot be fetched. */
export function parseFileSource(
  { remote_url: url, upload_id: id = '' }: RawFile,
  place: Place,
): { source: FileSource; faults: Fault[] } {
  if (url === undefined) return { source: { upload_id: id }, faults: [] };
  return { source: { remote_url: url }, faults: urlFaults(url, inSource(place, 'remote_url')) };
}

/** Returns the file or the font that a source names, and a fault for a font that the template does not have. */
export function parseFontSource(
  source: RawFont,
  fonts: FontNames,
  place: Place,
): { source: FontSource; faults: Fault[] } {
  const { font_name: name } = source;
  if (name === undefined) return parseFileSource(source, place);
  return { source: { font_name: name }, faults: nameFaults(name, fonts, place) };
}

function inSource(place: Place, field: string): Place {
  return { ...place, pointer: `${place.pointer}/source/${field}` };
}

function nameFaults(name: string, fonts: FontNames, place: Place): Fault[] {
  if (fonts.has(name)) return [];
  const what = say`the name of a font of this template`;
  const hint = fonts.hintOf(name);
  return [
    sourceFault('font_unknown', what, { value: name, hint, place: inSource(place, 'font_name') }),
  ];
}

/**
 * Checks only the form of a URL: http or https, without credentials, with a port of a web server. Whether
 * its host may be reached is checked when it is fetched.
 */
function urlFaults(value: string, place: Place): Fault[] {
  const url = value.length <= MAX_URL_CHARACTERS ? URL.parse(value) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  const isRight = isWeb && url.username === '' && url.password === '';
  if (isRight && !hasBlockedPort(url)) return [];
  if (isRight) {
    const what = say`an address with the port of a web server for ${quoted(place.name)}`;
    return [sourceFault('url_invalid', what, { value, hint: OTHER_PORT, place })];
  }
  const what = say`an http or https address for ${quoted(place.name)}`;
  const hint = 'Give an absolute URL without user name and password.';
  return [sourceFault('url_invalid', what, { value, hint, place })];
}

function sourceFault(
  code: ErrorCode,
  what: Message,
  { value, hint, place }: { value: string; hint: Wording; place: Place },
): Fault {
  const message = say`Expected ${what} but received ${received(value)}.`;
  return fault(code, message, { pointer: place.pointer, ...editableOf(place), hint });
}
