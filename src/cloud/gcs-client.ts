import type { Storage } from '@google-cloud/storage';
import type { Network } from './network.ts';

export const GCS_ENDPOINT = 'https://storage.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';

export type GcsClient = Storage;

/** The parts of a service account's key file that are used. */
export type GoogleAccount = {
  client_email: string;
  private_key: string;
  project_id?: string;
  token_uri?: string;
};

/** Opens a client of Google Cloud Storage. Without an account, the library looks for credentials on the machine. */
export async function openGcsClient({
  account,
  endpoint = GCS_ENDPOINT,
  network,
}: {
  account: GoogleAccount | undefined;
  endpoint: string | undefined;
  network: Pick<Network, 'http' | 'https'>;
}): Promise<GcsClient> {
  const { Storage } = await import('@google-cloud/storage');
  return new Storage({
    ...(account && { authClient: await signInClient(account, network) }),
    projectId: account?.project_id ?? 'unknown',
    apiEndpoint: endpoint,
    useAuthWithCustomEndpoint: true,
    // The callers retry and limit the time. This option applies to signing in.
    retryOptions: { autoRetry: false },
  });
}

/** Returns a client that signs URLs. The library signs only with an account that it has read itself. */
export async function openGcsSigner(account: GoogleAccount, endpoint: string): Promise<GcsClient> {
  const { Storage } = await import('@google-cloud/storage');
  const { client_email, private_key, project_id = 'unknown' } = account;
  const credentials = { client_email, private_key };
  return new Storage({ credentials, projectId: project_id, apiEndpoint: endpoint });
}

/**
 * Returns a client that signs in with a service account. Requests for tokens use the token URL of
 * the account, and are not retried here.
 */
async function signInClient(account: GoogleAccount, network: Pick<Network, 'http' | 'https'>) {
  const { JWT } = await import('google-auth-library');
  const agent = (url: URL) => (url.protocol === 'http:' ? network.http : network.https);
  const client = new JWT({
    email: account.client_email,
    key: account.private_key,
    scopes: [SCOPE],
    transporterOptions: { agent },
  });
  // The library ignores the token URL of the key file and retries without a limit.
  client.transporter.interceptors.request.add({
    resolved: async (request) => {
      if (request.url.href === TOKEN_URL) {
        if (account.token_uri !== undefined) request.url = new URL(account.token_uri);
        request.retryConfig = { retry: 0 };
      }
      return request;
    },
  });
  return client;
}
