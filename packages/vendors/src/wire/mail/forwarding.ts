import type { MailPerson } from '@parley/contract';
import type { JsonObject } from '../../json.ts';
import { headerOf } from './automatic.ts';

/** Headers in which servers say to which addresses they have handed a mail on its way. */
const stations = ['delivered-to', 'x-forwarded-to', 'x-forwarded-for', 'envelope-to', 'x-original-to'];
const mostAddresses = 50;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * Finds the addresses of a mail's lines that have forwarded it to the channel. They must be of a domain of the channel's own addresses: anybody can write
 * such a header, and could keep others out of an answer.
 * @param own addresses that the channel writes from and receives at
 * @returns in lower case, without the own ones
 */
export function forwardersOf(lines: readonly MailPerson[], headers: JsonObject, own: readonly string[]): string[] {
  const ours = new Set(own.map((address) => address.trim().toLowerCase()).filter((address) => address.includes('@')));
  const domains = new Set([...ours].map(domainOf));
  const passed = new Set(
    stations.flatMap(
      (name) =>
        headerOf(headers, name)
          .slice(0, 5000)
          .toLowerCase()
          .match(/[^\s<>,;]{1,64}@[^\s<>,;]{1,255}/g) ?? [],
    ),
  );
  const named = lines.map(({ address }) => address.trim().toLowerCase());
  return [...new Set(named)]
    .filter((address) => passed.has(address) && !ours.has(address) && domains.has(domainOf(address)))
    .slice(0, mostAddresses);
}
