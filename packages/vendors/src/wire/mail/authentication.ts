/** Result of one method, such as `dkim=pass header.d=mail.example`. */
type Method = { method: string; result: string; properties: Record<string, string> };
export type SenderProof = 'proven' | 'failed' | 'unknown';

const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .replace(/\.$/, '');

/** A domain and its own subdomains write for each other (relaxed alignment of RFC 7489, without a list of public suffixes: both have two labels). */
function isAligned(one: string, other: string): boolean {
  if (!one.includes('.') || !other.includes('.')) return false;
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Reads the value of one Authentication-Results header (RFC 8601 2.2); comments say nothing. */
function readResults(value: string): { server: string; methods: Method[] } {
  const [server = '', ...parts] = value
    .replace(/\([^()]{0,500}\)/g, ' ')
    .slice(0, 8000)
    .split(';');
  const methods = parts.flatMap((part): Method[] => {
    const [first = '', ...rest] = part.trim().split(/\s+/);
    const [, method = '', result = ''] = /^([a-z][\w-]*)(?:\/\d+)?=([a-z]+)$/i.exec(first) ?? [];
    if (method === '') return [];
    const properties = Object.fromEntries(
      rest.flatMap((one) => {
        const at = one.indexOf('=');
        return at > 0 ? [[one.slice(0, at).toLowerCase(), one.slice(at + 1).replace(/^"|"$/g, '')]] : [];
      }),
    );
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties }];
  });
  return { server: server.trim().split(/\s+/)[0]?.toLowerCase() ?? '', methods };
}

/** Domains that a method speaks for. */
const spokenFor = ({ method, properties }: Method): string[] => {
  const names = { spf: ['smtp.mailfrom', 'smtp.mail'], dkim: ['header.d', 'header.i'], dmarc: ['header.from'] }[method] ?? [];
  return names.flatMap((name) => (properties[name] ? [domainOf(properties[name])] : []));
};

/**
 * Tells whether the receiving server has proved who wrote a mail. Only its topmost statement counts: those below it came with the mail, and
 * anybody can write one.
 * @param results values of the Authentication-Results headers, the topmost first
 * @param servers names by which the receiving server signs; a subdomain of one is that server too
 * @param from address of the From line
 */
export function proofOf(results: readonly string[], servers: readonly string[], from: string): SenderProof {
  const { server, methods } = readResults(results[0] ?? '');
  const trusted = servers.map((name) => name.toLowerCase()).filter((name) => name !== '');
  if (!trusted.some((name) => server === name || server.endsWith(`.${name}`))) return 'unknown';
  const domain = domainOf(from);
  if (methods.some((one) => one.result === 'pass' && spokenFor(one).some((spoken) => isAligned(spoken, domain)))) return 'proven';
  const hasFailed = methods.some(({ method, result }) => ['spf', 'dkim', 'dmarc'].includes(method) && /^(fail|softfail)$/.test(result));
  return hasFailed ? 'failed' : 'unknown';
}

/** The same of a server that tells its check of the envelope's sender apart. @param sender address in the envelope */
export function proofOfSpf(result: string, sender: string, from: string): SenderProof {
  if (/^(fail|softfail)$/i.test(result)) return 'failed';
  return result.toLowerCase() === 'pass' && isAligned(domainOf(sender), domainOf(from)) ? 'proven' : 'unknown';
}
