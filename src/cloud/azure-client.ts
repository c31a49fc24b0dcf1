import type { ContainerClient, RequestPolicyFactory } from '@azure/storage-blob';
import type { AzureAccess } from './azure-access.ts';
import type { Network } from './network.ts';

export type AzureContainer = {
  sdk: typeof import('@azure/storage-blob');
  container: ContainerClient;
};

type Agents = Pick<Network, 'http' | 'https'>;

/** Opens a container of Azure Blob Storage. The SDK sends a failing request `attempts` times. */
export async function openAzureContainer(
  { endpoint, account, key, sas }: AzureAccess,
  container: string,
  { network, attempts }: { network: Agents; attempts: number },
): Promise<AzureContainer> {
  const sdk = await import('@azure/storage-blob');
  const credential =
    key === undefined
      ? new sdk.AnonymousCredential()
      : new sdk.StorageSharedKeyCredential(account, key);
  const pipeline = sdk.newPipeline(credential, {
    retryOptions: { maxTries: attempts, retryDelayInMs: 500 },
  });
  pipeline.factories.push(through(network));
  const query = sas === undefined ? '' : `?${sas}`;
  return { sdk, container: new sdk.ContainerClient(`${endpoint}/${container}${query}`, pipeline) };
}

/** Sends all requests through the given agents, and ignores proxies from the environment. */
function through(network: Agents): RequestPolicyFactory {
  return {
    create: (next) => ({
      sendRequest: (request) => {
        request.agent = request.url.startsWith('http:') ? network.http : network.https;
        return next.sendRequest(request);
      },
    }),
  };
}
