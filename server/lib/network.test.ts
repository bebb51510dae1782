import { describe, expect, test } from 'vitest'
import { clientAddress, networkOf, wideNetworkOf } from './network.ts'

describe('where a request comes from', () => {
  test('is the address farthest away that the proxies name', () => {
    expect(clientAddress({ ip: '198.51.100.7', ips: ['127.0.0.1', '198.51.100.7'] })).toBe('198.51.100.7')
    expect(clientAddress({ ip: '127.0.0.1', ips: undefined as never })).toBe('127.0.0.1')
  })

  test.each([
    ['198.51.100.7:51234', '198.51.100.7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
  ])('is named with or without a port: %j', (said, address) => {
    expect(clientAddress({ ip: said, ips: ['127.0.0.1', said] })).toBe(address)
    expect(clientAddress({ ip: said, ips: undefined as never })).toBe(address)
  })

  test.each([
    '<script>',
    "' or 1=1",
    '',
    '1.2.3',
    '1.2.3:80',
    '1.2.3.4.5',
    '1.2.3.4:',
    '1.2.3.4:x',
    'unknown',
    '[1]:80',
    '::1%<b>',
  ])('is that of the proxy when it passes on %j', (said) => {
    expect(clientAddress({ ip: said, ips: ['127.0.0.1', said] })).toBe('127.0.0.1')
    expect(clientAddress({ ip: said, ips: undefined as never })).toBe('unknown')
  })
})

describe('[S-110] a network', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['unknown', 'unknown'],
])('[S-132] the network above %s is %s', (network, wide) => expect(wideNetworkOf(network)).toBe(wide))
