import { isIP, type LookupFunction } from 'node:net';
import { AppError, withoutSecrets } from '../../base/index.ts';
import type { AddressPolicy } from './address-policy.ts';
import { privateAddress } from './fetch-failure.ts';

/**
 * Ports of other protocols. Some of these servers execute parts of an HTTP request as commands
 * (Fetch standard, 2.9 "Port blocking").
 */
const OTHER_PROTOCOLS = new Set(
  `1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115
  117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563
  587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666
  6667 6668 6669 6679 6697 10080 11211`
    .split(/\s+/)
    .map(Number),
);

/** Returns an allowed URL. Throws `url_invalid` or `asset_private_address`. */
export function checkedUrl(text: string, allow: AddressPolicy): URL {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isWeb || url.username !== '' || url.password !== '') {
    throw new AppError(
      'url_invalid',
      `Expected an http or https URL without user name and password but received ${withoutSecrets(text)}.`,
      { hint: 'Use a URL that opens in a browser without a login.' },
    );
  }
  if (OTHER_PROTOCOLS.has(Number(url.port))) {
    throw new AppError(
      'url_invalid',
      `Expected a port of a web server but received ${withoutSecrets(text)}.`,
      {
        hint: 'Serve the file at port 443 or 80, or at a port above 1024 that no other protocol uses.',
      },
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
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error) return callback(error, '', 0);
      const all = typeof found === 'string' ? [{ address: found, family: family ?? 0 }] : found;
      const allowed = all.filter(({ address }) => allow.isAllowed(address));
      const [first] = allowed;
      if (!first) callback(privateAddress(hostname), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
