import { expect, test } from 'vitest';
import { parseAddressPolicy } from './address-policy.ts';

const strict = parseAddressPolicy([]);

test.each([
  '8.8.8.8',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:830::200e',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(strict.isAllowed(address)).toBe(true);
});

test.each([
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1'],
  ['link-local', '169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  ['metadata', '169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  [
    'reserved',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '240.0.0.1',
    '2001:db8::1',
    '3fff::1',
    '4000::1',
  ],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
  ['IPv4-compatible', '::127.0.0.1', '::10.0.0.1', '::7f00:1'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::10.0.0.1'],
  ['6to4 and Teredo', '2002:7f00:1::', '2002:0a00:0001::1', '2001:0:7f00:1::1'],
  [
    'a text that is not an address',
    '',
    'localhost',
    '2130706433',
    '0x7f.1',
    '127.1',
    '1.2.3.4.5',
    '8.8.8.8/8',
  ],
])('%s is rejected', (_, ...addresses) => {
  expect(addresses.filter((address) => strict.isAllowed(address))).toEqual([]);
});

test('the allow list accepts ranges and single addresses, in any notation', () => {
  const policy = parseAddressPolicy(['127.0.0.1/32', '10.1.0.0/16', 'fd00::/8', '192.168.7.7']);
  const allowed = [
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '10.1.255.1',
    'fd12::1',
    '192.168.7.7',
    '8.8.8.8',
  ];
  expect(allowed.filter((address) => !policy.isAllowed(address))).toEqual([]);
  const refused = ['127.0.0.2', '10.2.0.1', 'fc00::1', '192.168.7.8', '::1'];
  expect(refused.filter((address) => policy.isAllowed(address))).toEqual([]);
});

test.each([
  '',
  'localhost',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10/8',
  '0x7f.1',
  '10.0.0.0/-1',
  '10.0.0.0/1e1',
  '::ffff:10.0.0.0/104',
])('%j is not a valid range', (text) => {
  expect(() => parseAddressPolicy(['8.8.8.8', text])).toThrow(
    expect.objectContaining({
      code: 'config_invalid',
      message: expect.stringContaining(JSON.stringify(text)),
    }),
  );
});
