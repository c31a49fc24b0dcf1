import { expect, test, vi } from 'vitest';
import { childEnvironment } from './child-environment.ts';
import { runProgram } from './program.ts';

const SECRETS = [
  ...['FRAMEPRESS_SECRET_KEYS', 'AWS_SECRET_ACCESS_KEY', 'GOOGLE_APPLICATION_CREDENTIALS'],
  ...['AZURE_STORAGE_KEY', 'DATABASE_URL', 'NODE_OPTIONS', 'npm_config__auth', 'MY_TOKEN'],
];

test('the environment of children has the paths of programs and no secrets', async () => {
  for (const name of SECRETS) vi.stubEnv(name, 'secret');
  vi.stubEnv('LIBVA_DRIVER_NAME', 'iHD');
  vi.stubEnv('LC_ALL', 'C.UTF-8');
  try {
    const ownEnvironment = childEnvironment({ SVT_LOG: '1' });
    expect(ownEnvironment).toMatchObject({
      LIBVA_DRIVER_NAME: 'iHD',
      LC_ALL: 'C.UTF-8',
      SVT_LOG: '1',
    });
    expect(ownEnvironment['PATH']).toBe(process.env['PATH']);
    const { stdout } = await runProgram('env', [], { timeoutMs: 200_000 });
    for (const name of SECRETS) {
      expect(ownEnvironment).not.toHaveProperty([name]);
      expect(String(stdout)).not.toContain(name);
    }
  } finally {
    vi.unstubAllEnvs();
  }
});
