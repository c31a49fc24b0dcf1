/** Credentials of a storage account. */
export type AzureCredentials =
  | { account_key: string }
  | { sas_token: string }
  | { connection_string: string };

/** The endpoint of an account, and its key, its shared access signature, or neither. */
export type AzureAccess = {
  /** Without a slash at its end. */
  endpoint: string;
  account: string;
  key: string | undefined;
  sas: string | undefined;
};

/**
 * Returns endpoint and credentials of an account whose blobs are at `host`. `ownEndpoint` replaces
 * also that of a connection string.
 */
export function azureAccess(
  credentials: AzureCredentials,
  host: string,
  ownEndpoint?: string,
): AzureAccess {
  const [account = ''] = host.split('.');
  const endpoint = ownEndpoint ?? `https://${host}`;
  if ('account_key' in credentials) {
    return { endpoint, account, key: credentials.account_key, sas: undefined };
  }
  if ('sas_token' in credentials) {
    return { endpoint, account, key: undefined, sas: credentials.sas_token };
  }
  const parts = connectionParts(credentials.connection_string);
  const name = parts['AccountName'] ?? account;
  const suffix = parts['EndpointSuffix'] ?? 'core.windows.net';
  const protocol = parts['DefaultEndpointsProtocol'] ?? 'https';
  const ownBlobEndpoint = parts['BlobEndpoint']?.replace(/\/+$/, '');
  return {
    endpoint: ownEndpoint ?? ownBlobEndpoint ?? `${protocol}://${name}.blob.${suffix}`,
    account: name,
    key: parts['AccountKey'],
    sas: parts['SharedAccessSignature']?.replace(/^\?/, ''),
  };
}

/** Parses a connection string, `Name=value;…`. A value may contain `=`. */
export function connectionParts(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.includes('='))
      .map((part) => {
        const at = part.indexOf('=');
        return [part.slice(0, at), part.slice(at + 1)];
      }),
  );
}
