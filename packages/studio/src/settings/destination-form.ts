/** The form of a destination: its fields by kind, and the request that they make. */

export type Kind = 's3' | 'gcs' | 'azure' | 'https';
export const KINDS: readonly Kind[] = ['s3', 'gcs', 'azure', 'https'];

export type FormField = {
  name: string;
  /** The part of the request that has the value. */
  part: 'options' | 'credentials';
  type: 'text' | 'secret' | 'json' | 'choice';
  choices?: readonly string[];
};

const option = (name: string): FormField => ({ name, part: 'options', type: 'text' });
const credential = (name: string, type: FormField['type'] = 'secret'): FormField => ({
  name,
  part: 'credentials',
  type,
});

export const FIELDS: Readonly<Record<Kind, readonly FormField[]>> = {
  s3: [
    credential('access_key_id', 'text'),
    credential('secret_access_key'),
    option('region'),
    option('endpoint'),
  ],
  gcs: [credential('service_account', 'json')],
  azure: [
    {
      ...credential('method', 'choice'),
      choices: ['account_key', 'sas_token', 'connection_string'],
    },
    credential('key'),
  ],
  https: [credential('header_name', 'text'), credential('header_value')],
};

export const PREFIX_EXAMPLES: Readonly<Record<Kind, string>> = {
  s3: 's3://bucket/folder',
  gcs: 'gs://bucket/folder',
  azure: 'wasbs://container@account.blob.core.windows.net/folder',
  https: 'https://files.example.com/incoming',
};

export type DestinationRequest = {
  prefix: string;
  name: string;
  options?: Record<string, unknown>;
  credentials?: Record<string, unknown>;
};

/** The kind of a prefix, by its scheme. */
export function kindOf(prefix: string): Kind | undefined {
  if (/^s3:\/\//i.test(prefix)) return 's3';
  if (/^gs:\/\//i.test(prefix)) return 'gcs';
  if (/^wasbs?:\/\//i.test(prefix)) return 'azure';
  return /^https:\/\//i.test(prefix) ? 'https' : undefined;
}

/**
 * Returns the request of a filled form, or the name of the field that is wrong. `destination` is
 * the one to change. It keeps its credentials if no secret is filled in, and its options that the
 * form does not show.
 */
export function destinationRequest(
  kind: Kind,
  values: Readonly<Record<string, string>>,
  destination?: { options: Readonly<Record<string, unknown>> },
): { request: DestinationRequest } | { wrong: string } {
  const textOf = (name: string) => (values[name] ?? '').trim();
  const prefix = textOf('prefix');
  if (kindOf(prefix) !== kind) return { wrong: 'prefix' };
  const secrets = FIELDS[kind].filter(
    (field) => field.part === 'credentials' && field.type !== 'choice',
  );
  const isKept = destination !== undefined && secrets.every(({ name }) => textOf(name) === '');
  const missing = secrets.find(({ name }) => textOf(name) === '');
  if (missing && !isKept) return { wrong: missing.name };
  const credentials = isKept ? undefined : credentialsOf(kind, textOf);
  if (credentials === null) return { wrong: 'service_account' };
  const optionNames = FIELDS[kind].filter(({ part }) => part === 'options').map(({ name }) => name);
  const hidden = Object.entries(destination?.options ?? {}).filter(
    ([name]) => !optionNames.includes(name),
  );
  const filledOptions = optionNames
    .map((name) => [name, textOf(name)])
    .filter(([, text]) => text !== '');
  const options: Record<string, unknown> = Object.fromEntries([...hidden, ...filledOptions]);
  return {
    request: {
      prefix,
      name: textOf('name'),
      ...((destination || Object.keys(options).length > 0) && { options }),
      ...(credentials && { credentials }),
    },
  };
}

/**
 * Returns the credentials of a request. Null: the key file of `gcs` is not the JSON of an object.
 */
function credentialsOf(
  kind: Kind,
  textOf: (name: string) => string,
): Record<string, unknown> | null {
  switch (kind) {
    case 's3':
      return {
        access_key_id: textOf('access_key_id'),
        secret_access_key: textOf('secret_access_key'),
      };
    case 'gcs':
      return gcsCredentials(textOf('service_account'));
    case 'azure':
      return { [textOf('method') || 'account_key']: textOf('key') };
    case 'https':
      return { headers: { [textOf('header_name')]: textOf('header_value') } };
  }
}

/** Reads the key file of a service account. Null: the text is not the JSON of an object. */
function gcsCredentials(text: string): Record<string, unknown> | null {
  try {
    const account = JSON.parse(text) as unknown;
    const isObject = typeof account === 'object' && account !== null && !Array.isArray(account);
    return isObject ? { service_account: account } : null;
  } catch {
    return null;
  }
}
