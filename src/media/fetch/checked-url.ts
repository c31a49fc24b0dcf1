import { isIP, type LookupFunction } from 'node:net';
import { AppError, hasBlockedPort, OTHER_PORT, say, withoutSecrets } from '../../base/index.ts';
import type { AddressPolicy } from './address-policy.ts';
import { privateAddress } from './fetch-failure.ts';

/**
 * Returns a URL that may be requested. Throws `url_invalid` or `asset_private_address`. Of hosts,
 * only literal addresses are checked here; names are checked when they are looked up.
 */
export function checkedUrl(text: string, allow: AddressPolicy): URL {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isWeb || url.username !== '' || url.password !== '') {
    throw new AppError(
      'url_invalid',
      say`Expected an http or https URL without user name and password but received ${withoutSecrets(text)}.`,
      { hint: 'Use a URL that opens in a browser without a login.' },
    );
  }
  if (hasBlockedPort(url)) {
    throw new AppError(
      'url_invalid',
      say`Expected a port of a web server but received ${withoutSecrets(text)}.`,
      { hint: OTHER_PORT },
    );
  }
  // A literal address is connected without a look-up. The URL parser has converted decimal, octal
  // and hexadecimal forms to the dotted form.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !allow.isAllowed(host)) throw privateAddress(host);
  return url;
}

/**
 * Returns a look-up that gives only allowed addresses. The socket connects to this result, so a name
 * server cannot change its answer between the check and the connection.
 */
export function guardedLookup(lookup: LookupFunction, allow: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses, family) => {
      if (error) return callback(error, '', 0);
      const allAddresses =
        typeof addresses === 'string' ? [{ address: addresses, family: family ?? 0 }] : addresses;
      const allowed = allAddresses.filter(({ address }) => allow.isAllowed(address));
      const [first] = allowed;
      if (!first) callback(privateAddress(hostname), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
