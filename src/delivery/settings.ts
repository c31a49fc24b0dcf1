import { z } from 'zod';
import { defined } from '../base/index.ts';

const text = (max: number) => z.string().trim().min(1).max(max);
/** Schema of a header value: visible ASCII characters and spaces. */
const header = (max: number) =>
  text(max).regex(/^[\x20-\x7e]+$/, { error: 'printable ASCII characters' });
const endpoint = z
  .url({ protocol: /^https?$/, error: 'an http or https URL' })
  .max(500)
  .refine((url) => /^https?:\/\/[^@?#]+$/.test(url), {
    error: 'a URL without user name, query and fragment',
  })
  .transform((url) => url.replace(/\/+$/, ''));
const common = { cache_control: header(200).optional() };
const name = header(100).regex(/^[\w-]+$/, { error: 'letters, digits, - and _' });

const CANNED_ACLS = [
  'private',
  'public-read',
  'public-read-write',
  'authenticated-read',
  'aws-exec-read',
  'bucket-owner-read',
  'bucket-owner-full-control',
] as const;
const GOOGLE_ACLS = [
  'authenticatedRead',
  'bucketOwnerFullControl',
  'bucketOwnerRead',
  'private',
  'projectPrivate',
  'publicRead',
] as const;

/** Headers that frame a request. A wrong value would make the server read the file as requests. */
const FRAMING = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Schemas of the public options of a destination, by kind. */
export const OPTIONS = {
  s3: z.strictObject({
    ...common,
    endpoint: endpoint.optional(),
    region: name.optional(),
    path_style: z.boolean().optional(),
    sse: z.enum(['AES256', 'aws:kms', 'aws:kms:dsse']).optional(),
    sse_kms_key_id: header(300).optional(),
    acl: z.enum(CANNED_ACLS).optional(),
    storage_class: name.optional(),
  }),
  gcs: z.strictObject({
    ...common,
    endpoint: endpoint.optional(),
    acl: z.enum(GOOGLE_ACLS).optional(),
    storage_class: name.optional(),
    kms_key_name: header(300).optional(),
    user_project: header(100).optional(),
  }),
  azure: z.strictObject({
    ...common,
    endpoint: endpoint.optional(),
    access_tier: z.enum(['Hot', 'Cool', 'Cold', 'Archive']).optional(),
  }),
  https: z.strictObject({ ...common }),
};

const serviceAccount = z
  .looseObject({
    // Other types of Google key files run programs or send requests to other servers.
    type: z.literal('service_account'),
    client_email: header(300),
    private_key: z
      .string()
      .max(10_000)
      .regex(/^-----BEGIN [A-Z ]*PRIVATE KEY-----/, { error: 'a private key in PEM' }),
    private_key_id: header(200).optional(),
    project_id: header(200).optional(),
    token_uri: endpoint.optional(),
  })
  .transform(({ type, client_email, private_key, private_key_id, project_id, token_uri }) => ({
    type,
    client_email,
    private_key,
    ...defined({ private_key_id, project_id, token_uri }),
  }))
  .meta({ id: 'GoogleServiceAccount' });

/** Schemas of the credentials of a destination, by kind. */
export const CREDENTIALS = {
  s3: z.strictObject({
    access_key_id: header(300),
    secret_access_key: header(500),
    session_token: header(5000).optional(),
  }),
  gcs: z.strictObject({ service_account: serviceAccount }),
  azure: z.union(
    [
      z.strictObject({
        account_key: header(500).regex(/^[\w+/]+={0,2}$/, { error: 'a key in base64' }),
      }),
      z.strictObject({ sas_token: header(4000).transform((sas) => sas.replace(/^\?/, '')) }),
      z.strictObject({ connection_string: header(6000) }),
    ],
    { error: 'account_key, sas_token or connection_string' },
  ),
  https: z.strictObject({
    headers: z
      .record(
        header(100)
          .regex(/^[\w-]+$/, { error: 'the name of a header' })
          .refine((text) => !FRAMING.has(text.toLowerCase()), {
            error: 'a header that does not change the host or length of the request',
          }),
        header(4000),
      )
      .refine((headers) => Object.keys(headers).length <= 20, { error: 'at most 20 entries' }),
  }),
};

type Of<K extends keyof typeof OPTIONS> = {
  kind: K;
  options: z.output<(typeof OPTIONS)[K]>;
  credentials: z.output<(typeof CREDENTIALS)[K]>;
};
export type S3Settings = Of<'s3'>;
export type GcsSettings = Of<'gcs'>;
export type AzureSettings = Of<'azure'>;
export type HttpsSettings = Of<'https'>;
/** Options and credentials of a destination. */
export type DeliverySettings = S3Settings | GcsSettings | AzureSettings | HttpsSettings;

/** Returns a public name of the credentials, without the secret. */
export function identityOf({ kind, credentials }: DeliverySettings): string {
  switch (kind) {
    case 's3':
      return credentials.access_key_id;
    case 'gcs':
      return credentials.service_account.client_email;
    case 'azure':
      return Object.keys(credentials)[0] ?? '';
    case 'https':
      return Object.keys(credentials.headers).sort().join(', ');
  }
}
