import { BlockList, isIP } from 'node:net';

const compiled = new WeakMap<readonly string[], BlockList>();
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 caller of a socket that listens for both kinds: the same address as without the prefix. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

function compile(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(plain(address), familyOf(plain(address)));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  compiled.set(networks, list);
  return list;
}

/** @param networks addresses and networks in CIDR notation; none: every address is within. The list is read once and remembered. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const caller = plain(address);
  return isIP(caller) !== 0 && (compiled.get(networks) ?? compile(networks)).check(caller, familyOf(caller));
}
