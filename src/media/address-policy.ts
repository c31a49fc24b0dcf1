import ipaddr from 'ipaddr.js';
import { AppError, expected } from '../base/index.ts';

/** Says whether an address may be connected to. */
export type AddressPolicy = (address: string) => boolean;

/**
 * Only public unicast addresses, and those of `allow` (CIDR or single addresses). IPv6 forms that
 * carry an IPv4 address are judged as what they carry. Throws `config_invalid` for a bad entry.
 */
export function addressPolicy(allow: readonly string[]): AddressPolicy {
  const ranges = allow.map(parseRange);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    const allowed = ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
    // Everything that is not plain unicast — private, loopback, link-local, NAT64, 6to4, Teredo,
    // documentation, multicast — has another name here.
    return allowed || (address.range() === 'unicast' && !isCompatible(address));
  };
}

/** `::a.b.c.d`, long deprecated, still reaches IPv4 on some systems. */
function isCompatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address instanceof ipaddr.IPv6 && address.parts.slice(0, 6).every((part) => part === 0);
}

function parseRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch (cause) {
    throw new AppError('config_invalid', expected('addresses such as 127.0.0.1/32', 'FRAMEPRESS_FETCH_ALLOW', text), {}, { cause });
  }
}
