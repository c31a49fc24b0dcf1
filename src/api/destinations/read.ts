import { createPrivateKey } from 'node:crypto';
import {
  AppError,
  type Fault,
  fault,
  findMessage,
  type Message,
  say,
  zodFaults,
} from '../../base/index.ts';
import {
  CREDENTIALS,
  canonicalPrefix,
  connectionParts,
  type DeliverySettings,
  OPTIONS,
  parseTarget,
  pathFaults,
  type TargetKind,
  urlPathFaults,
} from '../../delivery/index.ts';
import type { ApiContext } from '../context.ts';

/** A validated prefix and settings. The settings match the schemas of their storage kind. */
export type ReadSettings = { prefix: string; settings: DeliverySettings };

/** Returns the canonical prefix and its storage kind, or faults at `/prefix`. */
export function readPrefix(
  text: string,
): { kind: TargetKind; prefix: string } | { faults: readonly Fault[] } {
  try {
    const target = parseTarget(text, '/prefix');
    const refuse = (but: Message, hint: string) => ({
      faults: [
        fault('target_invalid', say`Expected the beginning of an address for /prefix but ${but}.`, {
          pointer: '/prefix',
          hint,
        }),
      ],
    });
    if (target.query !== '') {
      return refuse(
        say`it has a query`,
        'A presigned address needs no destination: send it as `to`.',
      );
    }
    if (/[{}]/.test(target.path)) {
      return refuse(say`it has placeholders`, 'Use placeholders in the `to` of an upload.');
    }
    // A prefix is checked as part of the path of a file below it.
    const below = target.path === '' || target.path.endsWith('/') ? `${target.path}x` : target.path;
    const faults = (target.kind === 'https' ? urlPathFaults : pathFaults)(below, '/prefix');
    return faults.length > 0 ? { faults } : { kind: target.kind, prefix: canonicalPrefix(target) };
  } catch (error) {
    if (error instanceof AppError) return { faults: error.faults };
    throw error;
  }
}

/** Checks options and credentials against the schemas of a kind. Faults never contain values. */
export function readSettings(
  context: Pick<ApiContext, 'checkUrl'>,
  kind: TargetKind,
  input: { options?: unknown; credentials?: unknown },
): { settings: DeliverySettings } | { faults: Fault[] } {
  const { options: openly = {}, credentials: secret = {} } = input;
  const options = OPTIONS[kind].safeParse(openly);
  const credentials = CREDENTIALS[kind].safeParse(secret);
  const faults = [
    ...(options.success ? [] : zodFaults(options.error.issues, hidden(openly), '/options')),
    ...(credentials.success
      ? []
      : zodFaults(credentials.error.issues, hidden(secret), '/credentials')),
  ];
  if (!options.success || !credentials.success) return { faults };
  const settings = {
    kind,
    options: options.data,
    credentials: credentials.data,
  } as DeliverySettings;
  const more = [...endpointFaults(context, settings), ...keyFaults(settings)];
  return more.length > 0 ? { faults: more } : { settings };
}

/**
 * Returns the faults of an endpoint in the options. Its address is checked against the rules for
 * addresses, because the service will connect to it.
 */
function endpointFaults(
  { checkUrl }: Pick<ApiContext, 'checkUrl'>,
  { options }: DeliverySettings,
): Fault[] {
  const endpoint = 'endpoint' in options ? options.endpoint : undefined;
  if (endpoint === undefined) return [];
  try {
    checkUrl(endpoint);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults.map((inner) => ({ ...inner, pointer: '/options/endpoint' }));
  }
}

/** Returns faults for credentials that are malformed, so that no store can accept them. */
function keyFaults({ kind, credentials }: DeliverySettings): Fault[] {
  const refuse = (what: string, pointer: string, hint: string) => [
    fault(
      'invalid_request',
      say`Expected ${findMessage(what)} for ${pointer} but received a different text.`,
      { pointer, hint },
    ),
  ];
  if (kind === 'gcs' && !isPrivateKey(credentials.service_account.private_key)) {
    return refuse(
      'a private key',
      '/credentials/service_account/private_key',
      'Send the unchanged key file from Google, with its line breaks as \\n.',
    );
  }
  if (kind === 'azure' && 'connection_string' in credentials) {
    const parts = connectionParts(credentials.connection_string);
    const hasKey = 'AccountKey' in parts && 'AccountName' in parts;
    const hasSas = 'SharedAccessSignature' in parts;
    if (!hasKey && !hasSas) {
      return refuse(
        'a connection string with AccountName and AccountKey, or SharedAccessSignature',
        '/credentials/connection_string',
        'Copy the connection string from the access keys of the storage account.',
      );
    }
  }
  return [];
}

function isPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces every string in a value by `(hidden)`, because any string could be a secret and faults
 * contain the received value.
 */
function hidden(value: unknown): unknown {
  if (typeof value === 'string') return '(hidden)';
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(hidden);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden(inner)]));
}
