import { expect, test } from 'vitest';
import { AppError } from '../base/index.ts';
import { requireShared } from './cluster.ts';
import { readConfig } from './config.ts';

function allFaults(...parameters: Parameters<typeof readConfig>) {
  try {
    readConfig(...parameters);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults;
  }
}

function faults(...parameters: Parameters<typeof readConfig>): string[] {
  return allFaults(...parameters).map(({ message }) => message);
}

test.each([
  [{ PORT: '99999' }, 'a port from 0 to 65535 for PORT but received 99999'],
  [{ PORT: '-1' }, 'a port from 0 to 65535 for PORT but received -1'],
  [{ PORT: '80.5' }, 'a port from 0 to 65535 for PORT but received 80.5'],
  [{ PORT: '0x50' }, 'a port from 0 to 65535 for PORT but received "0x50"'],
  [{ PORT: ' ' }, 'a port from 0 to 65535 for PORT but received " "'],
  [
    { FRAMEPRESS_WORKERS: 'many' },
    'a whole number from 1 to 256 for FRAMEPRESS_WORKERS but received "many"',
  ],
  [{ PUBLIC_URL: 'ftp://x' }, 'an http or https address for PUBLIC_URL but received "ftp://x"'],
  [{ REUSE_SEGMENTS: 'on' }, 'one of session, account, off for REUSE_SEGMENTS but received "on"'],
  [
    { FRAMEPRESS_LOUDNESS_TARGET_LUFS: '14' },
    'a number from -40 to -5 for FRAMEPRESS_LOUDNESS_TARGET_LUFS but received 14',
  ],
  [
    { FRAMEPRESS_CORS_ORIGINS: 'editor.example' },
    '* or origins such as https://editor.example, without a path for FRAMEPRESS_CORS_ORIGINS but received "editor.example"',
  ],
  [
    { FRAMEPRESS_TRUST_PROXY: '10.0.0.0/8,proxy' },
    'addresses or CIDR ranges such as 10.0.0.0/8, with commas between them, for FRAMEPRESS_TRUST_PROXY but received "10.0.0.0/8,proxy"',
  ],
  [
    { FRAMEPRESS_STORAGE: 'file://shared/folder' },
    'a file address with three slashes and without a host, such as file:///shared/folder, for FRAMEPRESS_STORAGE but received "file://shared/folder"',
  ],
])('%j is refused', (environment, message) => {
  expect(faults(environment)).toEqual([`Expected ${message}.`]);
});

test('an invalid option of the command line is reported by its name', () => {
  expect(faults({ PORT: '1' }, { PORT: 'abc' })).toEqual([
    'Expected a port from 0 to 65535 for --port but received "abc".',
  ]);
});

test('an invalid key is rejected and not shown', () => {
  const key = 'a'.repeat(63);
  const [message = ''] = faults({ FRAMEPRESS_SECRET_KEYS: `${'00'.repeat(32)},${key}` });
  expect(message).toContain('for the key number 2 of FRAMEPRESS_SECRET_KEYS');
  expect(message).not.toContain(key);
});

test('the key of a model server has no line feed, which no header may have', () => {
  const { speech } = readConfig({
    FRAMEPRESS_SPEECH_URL: 'http://127.0.0.1:8880/v1',
    FRAMEPRESS_SPEECH_KEY: 'sk-1\n',
  });
  expect(speech.server?.key).toBe('sk-1');
});

test('words are recognised by a server or by a model on this machine, not by both', () => {
  const folder = { FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER: '/models/../models/small' };
  expect(readConfig(folder).transcription).toEqual({ folder: '/models/small' });
  expect(faults({ ...folder, FRAMEPRESS_TRANSCRIPTION_URL: 'http://127.0.0.1/v1' })).toEqual([
    'Expected FRAMEPRESS_TRANSCRIPTION_URL or FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER but received both.',
  ]);
  expect(faults({ FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER: 'https://models.example/small' })).toEqual(
    [
      'Expected the path of a folder on this machine, such as /var/lib/models/whisper-small, for FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER but received "https://models.example/small".',
    ],
  );
  // A name of a model belongs to a server.
  expect(faults({ ...folder, FRAMEPRESS_TRANSCRIPTION_MODEL: 'small' })).toEqual([
    'Expected FRAMEPRESS_TRANSCRIPTION_URL together with FRAMEPRESS_TRANSCRIPTION_MODEL.',
  ]);
});

test('tokens expire after an hour by default', () => {
  expect(readConfig({}).tokenTtlSeconds).toBe(3600);
  expect(readConfig({ FRAMEPRESS_TOKEN_TTL_SECONDS: '0' }).tokenTtlSeconds).toBe(0);
  const proxies = { FRAMEPRESS_TRUST_PROXY: '10.0.0.0/8, ::1, 192.0.2.1' };
  expect(readConfig(proxies).trustProxy).toEqual(['10.0.0.0/8', '::1', '192.0.2.1']);
});

test('the variables of client commands are ignored', () => {
  const login = { FRAMEPRESS_CLIENT_ID: 'cl_1', FRAMEPRESS_CLIENT_SECRET: 's' };
  expect(faults({ FRAMEPRESS_URL: 'http://x', FRAMEPRESS_TOKEN: 't', ...login })).toEqual([]);
  expect(faults({ FRAMEPRESS_TOKENS: 't' })).toEqual([
    'FRAMEPRESS_TOKENS is not a variable of Framepress.',
  ]);
});

test('an address is not taken for the path of the data folder, and its password is not shown', () => {
  const message = 'Expected the path of a folder on this machine, such as /var/lib/framepress,';
  expect(faults({ FRAMEPRESS_DATA_DIR: 's3://bucket/data' })).toEqual([
    `${message} for FRAMEPRESS_DATA_DIR but received "s3://bucket/data".`,
  ]);
  expect(faults({ FRAMEPRESS_DATA_DIR: 'postgres://me:secret@db/framepress' })).toEqual([
    `${message} of FRAMEPRESS_DATA_DIR but received something else.`,
  ]);
  expect(faults({ FRAMEPRESS_DATA_DIR: 'C:\\data' })).toEqual([]);
});

test('a shared database needs shared files and keys', () => {
  const url = 'postgres://me:secret@db/framepress';
  const config = readConfig({ DATABASE_URL: url });
  expect(() => requireShared(config)).toThrow(
    'DATABASE_URL is set, but FRAMEPRESS_STORAGE is not.',
  );
  const key = Buffer.alloc(32).toString('hex');
  const shared = {
    DATABASE_URL: url,
    FRAMEPRESS_STORAGE: 's3://bucket/prefix',
    FRAMEPRESS_SECRET_KEYS: key,
    FRAMEPRESS_SIGNING_KEY: key,
  };
  expect(() => requireShared(readConfig(shared))).not.toThrow();
  expect(() => requireShared(readConfig({}))).not.toThrow();
  // A password is never shown.
  expect(faults({ DATABASE_URL: 'mysql://me:secret@db' })).toEqual([
    'Expected an address such as postgres://user@host/database of DATABASE_URL but received something else.',
  ]);
});

test('the hint of a wrong DATABASE_URL is about special characters of the password', () => {
  const url = 'postgres://me:ab/cd@db/framepress';
  const hint = 'Write special characters of the password as %XX, such as %2F for a slash.';
  expect(allFaults({ DATABASE_URL: url })).toMatchObject([{ code: 'config_invalid', hint }]);
  expect(faults({ DATABASE_URL: url.replace('b/c', 'b%2Fc') })).toEqual([]);
  // In ISO 8859-1, instead of UTF-8.
  const latin = { DATABASE_URL: url.replace('b/c', 'b%E9c') };
  expect(allFaults(latin)).toMatchObject([{ code: 'config_invalid', hint }]);
  expect(faults({ DATABASE_URL: url.replace('b/c', 'b%C3%A9c') })).toEqual([]);
});
