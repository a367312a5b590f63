import { isIPv6 } from 'node:net';

const mostAddresses = 20_000; // some megabytes; beyond it the oldest are forgotten

/** An IPv6 address counts as its /64 network, all of which belongs to one customer; an IPv4 address in IPv6 notation counts as IPv4. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const all = tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

export type FailureLimit = {
  /** Returns the seconds that the address has to wait, or nothing when it may try. */
  retryAfterSeconds: (address: string) => number | undefined;
  /** Counts a failure. @returns takes it back */
  charge: (address: string) => () => void;
};

/** Failures of an address within a span, kept by this process alone: a guess elsewhere is counted there. */
export function createFailureLimit(limit: { most: number; withinMs: number; now: () => Date }): FailureLimit {
  const counts = new Map<string, { count: number; until: number }>();
  const find = (network: string) => {
    const entry = counts.get(network);
    return entry && entry.until > limit.now().getTime() ? entry : undefined;
  };
  return {
    retryAfterSeconds(address) {
      const entry = find(networkOf(address));
      if (!entry || entry.count < limit.most) return undefined;
      return Math.max(1, Math.ceil((entry.until - limit.now().getTime()) / 1000));
    },
    charge(address) {
      const network = networkOf(address);
      const entry = find(network) ?? { count: 0, until: limit.now().getTime() + limit.withinMs };
      entry.count += 1;
      counts.delete(network);
      counts.set(network, entry);
      if (counts.size > mostAddresses) counts.delete(counts.keys().next().value as string);
      return () => {
        entry.count -= 1;
      };
    },
  };
}
