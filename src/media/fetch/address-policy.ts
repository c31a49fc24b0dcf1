import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AppError, expected } from '../../base/index.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Which addresses may be connected to on behalf of a client. */
export type AddressPolicy = {
  /** Whether an address, given as text, may be connected to; false for what is not an address. */
  isAllowed(address: string): boolean;
};

/** RFC 6052: networks without IPv4 reach all of it through this prefix. */
const NAT64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** RFC 4291: all that is given out so far; outside of it lie the forms that embed or mean a host of our own. */
const GLOBAL_IPV6: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's machines find their platform service here: a public number, but never a public host. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * A policy of public unicast addresses and of those on `allow`, given as CIDR ranges or single
 * addresses. IPv4-mapped and NAT64 forms are judged as the IPv4 address that they lead to; every
 * other form that embeds one (6to4, Teredo, ISATAP, …) is refused. Throws `config_invalid` for an entry that
 * is no range. (IANA special-purpose registries, RFC 6890.)
 */
export function parseAddressPolicy(allow: readonly string[]): AddressPolicy {
  const ranges = allow.map(parseRange);
  return {
    isAllowed(text) {
      // Strict first: the parser also takes forms such as 0x7f.1.
      if (isIP(text) === 0) return false;
      const address = meant(ipaddr.parse(text));
      const onList = ranges.some(
        ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
      );
      return onList || isPublic(address);
    },
  };
}

/**
 * Returns the network that one party has to itself: an IPv4 address, or the first 64 bits of an IPv6
 * address. A text that is no address is returned as it is.
 */
export function networkOf(text: string): string {
  if (isIP(text) === 0) return text;
  const address = meant(ipaddr.parse(text));
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts.slice(0, 4).join(':');
}

/** The IPv4 address that an IPv6 form leads to, or the address itself. */
function meant(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address;
}

function isPublic(address: Address): boolean {
  // Private, loopback, link-local, 6to4, Teredo, multicast, reserved, … each have another name here.
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_IPV6) && !isIsatap(address);
  return address.toString() !== AZURE_PLATFORM;
}

/** RFC 5214: the last 32 bits are the IPv4 address that a packet is sent to. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return ((parts[4] ?? 0) & ~0x200) === 0 && parts[5] === 0x5efe;
}

function parseRange(text: string): [Address, number] {
  const [host = '', bits, ...rest] = text.split('/');
  const max = { 0: undefined, 4: 32, 6: 128 }[isIP(host)];
  const length = bits === undefined ? max : /^\d{1,3}$/.test(bits) ? Number(bits) : undefined;
  const isRange = max !== undefined && length !== undefined && length <= max && rest.length === 0;
  // Addresses are compared as the IPv4 that they lead to, so a mapped range would never match.
  if (!isRange || /^::ffff:/i.test(host)) {
    throw new AppError(
      'config_invalid',
      expected('addresses such as 127.0.0.1/32', 'FRAMEPRESS_FETCH_ALLOW', text),
      { hint: 'Give IPv4 or IPv6 addresses or CIDR ranges, with commas between them.' },
    );
  }
  return [ipaddr.parse(host), length];
}
