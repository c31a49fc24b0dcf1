import { run } from '../support/postgres.ts';
import type { StoreFault } from '../support/store-faults.ts';
import { S3_GUEST } from '../support/stores.ts';
import { type Servers, type Variables, WRONG_PASSWORD } from './settings-servers.ts';

type BadDatabase = { url: (servers: Servers) => string | Promise<string>; says: RegExp[] };
type BadStore = { variables?: Variables; fault?: StoreFault; says: RegExp[] };

const withParts = (servers: Servers, changes: Partial<URL>) =>
  Object.assign(new URL(servers.postgres.url('postgres')), changes).href;

/** Each database, the message, and what would help. */
export const BAD_DATABASES: Record<string, BadDatabase> = {
  'an unknown host': {
    url: (servers) => withParts(servers, { hostname: 'no.invalid' }),
    says: [/The host of the database/, /Check the host in DATABASE_URL/],
  },
  'a wrong port': {
    url: (servers) => withParts(servers, { port: '1' }),
    says: [/does not accept connections/, /correct the host and the port in DATABASE_URL/],
  },
  'an unknown database': {
    url: ({ postgres }) => postgres.url('no_such'),
    says: [/The database does not exist/, /Create it.*or correct its name in DATABASE_URL/],
  },
  'a wrong password': {
    url: (servers) => withParts(servers, { username: 'keeper', password: WRONG_PASSWORD }),
    says: [/rejected the password/, /Correct the user and the password in DATABASE_URL/],
  },
  'no password': {
    url: (servers) => withParts(servers, { username: 'keeper' }),
    says: [/demands a password/, /Add the password to DATABASE_URL/],
  },
  'a certificate without a known authority': {
    url: ({ variables }) => `${variables.DATABASE_URL}?sslmode=verify-full`,
    says: [/certificate of the database's server is not trusted/, /Add sslrootcert=/],
  },
  'a user who may not create the schema of the queue': {
    url: async ({ postgres }) => {
      const url = await postgres.createDatabase();
      await run(url, 'create role reader login');
      return Object.assign(new URL(url), { username: 'reader' }).href;
    },
    says: [/reader.*may not create tables in the schema framepress_queue/, /GRANT CREATE/],
  },
  'tables of a newer version': {
    url: async ({ postgres }) => {
      const url = await postgres.createDatabase();
      await run(url, `insert into kysely_migration values ('9999_later', '')`);
      return url;
    },
    says: [/used by a newer version/, /Start that version again, or restore a backup/],
  },
};

/** Each store, the message, and what would help. */
export const BAD_STORES: Record<string, BadStore> = {
  'a bucket that does not exist': {
    variables: { FRAMEPRESS_STORAGE: 's3://no-such/service' },
    says: [/s3:\/\/no-such\/.*the bucket does not exist/, /Create the bucket.*FRAMEPRESS_STORAGE/],
  },
  'an unknown key': {
    variables: { AWS_ACCESS_KEY_ID: 'shop:nobody' },
    says: [/access key/, /Check the credentials/],
  },
  'a wrong secret key': {
    variables: { AWS_SECRET_ACCESS_KEY: WRONG_PASSWORD },
    says: [/secret access key does not belong to the access key id/, /Check the credentials/],
  },
  'a key without any right': {
    variables: {
      AWS_ACCESS_KEY_ID: S3_GUEST.access_key_id,
      AWS_SECRET_ACCESS_KEY: S3_GUEST.secret_access_key,
    },
    says: [/the key has no s3:PutObject/, /read, write, list and delete/],
  },
  'a key that may not list': {
    fault: 'may not list',
    says: [/the key has no s3:ListBucket/, /read, write, list and delete/],
  },
  'a key that may not write': {
    fault: 'may not write',
    says: [/the key has no s3:PutObject/, /read, write, list and delete/],
  },
  'wrong checksums': {
    fault: 'wrong etag',
    says: [/checksum of the stored object differs/, /damages files/],
  },
  'other bytes': {
    fault: 'wrong bytes',
    says: [/was read with other bytes than were written/, /must return the bytes/],
  },
};
