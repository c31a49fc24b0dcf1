import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from './folder.ts';

export type TlsServer = AsyncDisposable & { host: string; ca: string; caPath: string };

/** Makes a self-signed certificate for 127.0.0.1 in a folder. It is its own authority. */
export async function makeCertificate(
  folder: string,
): Promise<{ keyPath: string; caPath: string }> {
  const [keyPath, caPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const files = ['-keyout', keyPath, '-out', caPath];
  await promisify(execFile)('openssl', ['req', '-x509', ...form, ...subject, ...files]);
  return { keyPath, caPath };
}

/** An HTTPS server on loopback with a self-signed certificate; `early` handles the first requests. */
export async function startTls(
  listener: RequestListener,
  early?: RequestListener,
): Promise<TlsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-tls-'));
  const { keyPath, caPath } = await makeCertificate(folder);
  const [key, ca] = await Promise.all([readFile(keyPath, 'utf8'), readFile(caPath, 'utf8')]);
  const server = createServer({ key, cert: ca }, listener);
  if (early) server.on('checkContinue', early);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca,
    caPath,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await removeFolder(folder);
    },
  };
}
