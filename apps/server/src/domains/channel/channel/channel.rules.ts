/**
 * Tells whether a page of this origin may show the widget. The installation's own pages always may; a channel without domains is for them alone.
 * @param origin the browser's Origin header, absent for programs that are no browser
 * @param allowed 'example.com', '*.example.com' (subdomains, not the domain itself), either with a port
 */
export function mayShowWidget(origin: string | undefined, ownOrigins: readonly string[], allowed: readonly string[]): boolean {
  if (!origin) return false;
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    return false;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (ownOrigins.includes(url.origin)) return true;
  return allowed.some((domain) => matches(domain, url));
}

/** An origin does not name the usual port of its scheme. */
const portOf = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80');

function matches(domain: string, url: URL): boolean {
  const [name = '', port] = domain.split(':');
  if (port !== undefined && port !== portOf(url)) return false;
  return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
}
