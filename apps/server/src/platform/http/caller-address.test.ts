import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { callerAddress, isFromThisMachine, type TrustProxy } from './caller-address.ts';

function requestOf(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test.each<[title: string, trust: TrustProxy, remote: string, forwarded: string | undefined, address: string]>([
  ['nobody is believed', false, '10.0.0.2', '127.0.0.1', '10.0.0.2'],
  ['one proxy: what it wrote', 1, '10.0.0.2', '203.0.113.7', '203.0.113.7'],
  ['one proxy: what the caller put before it counts for nothing', 1, '10.0.0.2', '127.0.0.1, 203.0.113.7', '203.0.113.7'],
  ['two proxies', 2, '10.0.0.2', '127.0.0.1, 203.0.113.7, 10.0.0.3', '203.0.113.7'],
  ['a network of proxies', ['10.0.0.0/8'], '10.0.0.2', '127.0.0.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
  ['a caller from outside the network of proxies', ['10.0.0.0/8'], '198.51.100.4', '127.0.0.1', '198.51.100.4'],
  ['no header', 1, '10.0.0.2', undefined, '10.0.0.2'],
  ['what is no address', 1, '10.0.0.2', "' or 1=1", '10.0.0.2'],
])('the address of a caller, %s', (_title, trust, remote, forwarded, address) => {
  expect(callerAddress(requestOf(remote, forwarded), trust)).toBe(address);
});

test('this machine is a loopback connection that nobody passed on', () => {
  expect(isFromThisMachine(requestOf('127.0.0.1'))).toBe(true);
  expect(isFromThisMachine(requestOf('::1'))).toBe(true);
  expect(isFromThisMachine(requestOf('127.0.0.1', '203.0.113.7'))).toBe(false);
  expect(isFromThisMachine(requestOf('203.0.113.7', '127.0.0.1'))).toBe(false);
});
