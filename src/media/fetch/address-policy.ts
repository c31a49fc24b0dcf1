import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AppError, expected } from '../../base/index.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Decides which addresses the service may connect to on behalf of a client. */
export type AddressPolicy = {
  /** Returns whether an IP address is allowed; false for a text that is not an address. */
  isAllowed(address: string): boolean;
};

/** RFC 6052: networks without IPv4 reach IPv4 addresses through this prefix. */
const NAT64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** RFC 4291: all assigned unicast addresses. Local and embedded forms are outside of it. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');
/** The platform service of Azure machines: it looks like a public address but is internal. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Returns a policy that allows public unicast addresses and the entries of `allow`: CIDR ranges or
 * single addresses. IPv4-mapped and NAT64 addresses are treated as the IPv4 address that they
 * contain. All other forms with an embedded address (6to4, Teredo, ISATAP, …) are rejected. Throws
 * `config_invalid` for an invalid entry. (IANA special-purpose registries, RFC 6890.)
 */
export function parseAddressPolicy(allow: readonly string[]): AddressPolicy {
  const ranges = allow.map(parseRange);
  return {
    isAllowed(text) {
      // Check strictly first: the parser also accepts forms such as 0x7f.1.
      if (isIP(text) === 0) return false;
      const address = withoutEmbedding(ipaddr.parse(text));
      const onList = ranges.some(
        ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
      );
      return onList || isPublic(address);
    },
  };
}

/**
 * Returns the network that belongs to one client: an IPv4 address, or the first 64 bits of an IPv6
 * address. A text that is not an address is returned unchanged.
 */
export function networkOf(text: string): string {
  if (isIP(text) === 0) return text;
  const address = withoutEmbedding(ipaddr.parse(text));
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts.slice(0, 4).join(':');
}

/**
 * Returns the IPv4 address in a mapped or NAT64 address, or the address itself. The rules
 * apply to the result.
 */
function withoutEmbedding(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

/** Returns whether an address is on the public internet. */
function isPublic(address: Address): boolean {
  // The ranges private, loopback, link-local, 6to4, Teredo, multicast, reserved … are not `unicast`.
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_IPV6) && !isIsatap(address);
  return address.toString() !== AZURE_PLATFORM;
}

/** ISATAP (RFC 5214): the last 32 bits are the IPv4 address that receives a packet. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & ~0x200) === 0 && parts[5] === 0x5efe;
}

/**
 * Returns an entry of `FRAMEPRESS_FETCH_ALLOW` as an address and the length of its prefix in bits;
 * an entry without a length is a single address. Throws `config_invalid`.
 */
function parseRange(text: string): [Address, number] {
  const [host = '', bits, ...otherParts] = text.split('/');
  const max = { 0: undefined, 4: 32, 6: 128 }[isIP(host)];
  const length = bits === undefined ? max : /^\d{1,3}$/.test(bits) ? Number(bits) : undefined;
  const isRange =
    max !== undefined && length !== undefined && length <= max && otherParts.length === 0;
  // Mapped addresses are compared as IPv4, so a mapped range would never match.
  if (!isRange || /^::ffff:/i.test(host)) {
    throw new AppError(
      'config_invalid',
      expected('addresses such as 127.0.0.1/32', 'FRAMEPRESS_FETCH_ALLOW', text),
      { hint: 'List IPv4 or IPv6 addresses or CIDR ranges, separated by commas.' },
    );
  }
  return [ipaddr.parse(host), length];
}
