import { showCounted } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { BlockedAddress, safeFetch, TooLarge, TooManyRedirects } from '#platform/safe-fetch/safe-fetch.ts';
import { unreadable } from '../block/unreadable.ts';
import type { ReadPage } from './page.read.ts';
import type { SitePage } from './site.passages.ts';

export const crawlLimits = { pages: 60, depth: 3, pageBytes: 5 * 1024 * 1024, pageMs: 15_000, totalMs: 240_000 };
export const userAgent = 'ParleyKnowledge';
const mostRobotsBytes = 500 * 1024;
const mostNamed = 5;
const needsScripts = 'The page holds no text of its own: scripts fill it in a browser, and none are run here.';
const forbidden = 'The website’s robots.txt does not allow this page to be read.';

export type Crawled = { pages: SitePage[]; sizeBytes: number /** Texts about pages that were left out. */; notes: string[] };

type CrawlOptions = {
  allowedHosts: readonly string[];
  readPage: (source: string, isHtml: boolean, url: string) => Promise<ReadPage>;
  /** Tells whether the rules of a robots.txt allow a page. */
  isAllowed: (rules: string, address: string, url: string) => Promise<boolean>;
  now: () => number;
  limits?: typeof crawlLimits;
};

/** www and its bare host are one site; everything else is another. */
const siteOf = (url: URL) => url.host.replace(/^www\./, '');

/** One address for pages that differ in nothing but a fragment, a tracking mark or a slash at the end. */
function canonical(url: URL): string {
  const plain = new URL(url);
  plain.hash = '';
  for (const name of [...plain.searchParams.keys()]) if (/^(utm_\w+|fbclid|gclid|ref)$/i.test(name)) plain.searchParams.delete(name);
  plain.searchParams.sort();
  return plain.href.replace(/\/$/, '');
}

function reasonOf(error: unknown): string {
  if (error instanceof BlockedAddress) return 'The address leads to a private network, which is never read.';
  if (error instanceof TooLarge) return 'The page is too large.';
  if (error instanceof DomainError) return error.message;
  if (error instanceof Error && /Timeout|Abort/.test(error.name)) return 'The website did not answer in time.';
  if (error instanceof TooManyRedirects) return 'The website redirects in a circle.';
  return 'The website could not be reached.';
}

async function readRobots(origin: string, allowedHosts: readonly string[]): Promise<string> {
  const address = new URL('/robots.txt', origin).href;
  const answer = await safeFetch(address, {
    maxBytes: mostRobotsBytes,
    timeoutMs: crawlLimits.pageMs,
    allowedHosts,
    headers: { 'user-agent': userAgent },
  }).catch((error: unknown) => {
    // The first page reports a blocked address; any other missing robots.txt forbids nothing.
    if (error instanceof TooLarge) throw error;
    return undefined;
  });
  return answer?.status === 200 ? answer.body.toString('utf8') : '';
}

/** Tells whether a page may be read, by the robots.txt of its own origin: one of http says nothing of https, nor a bare host's of www. */
function askRobots({ allowedHosts, isAllowed }: Pick<CrawlOptions, 'allowedHosts' | 'isAllowed'>): (url: URL) => Promise<boolean> {
  const known = new Map<string, Promise<string>>();
  return async (url) => {
    let rules = known.get(url.origin);
    if (!rules) {
      rules = readRobots(url.origin, allowedHosts);
      known.set(url.origin, rules);
    }
    const text = await rules;
    return text.trim() === '' || isAllowed(text, new URL('/robots.txt', url.origin).href, url.href);
  };
}

const charsetOf = (contentType: string, head: string): string =>
  /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';

function decode(body: Buffer, contentType: string): string {
  const charset = charsetOf(contentType, body.subarray(0, 2048).toString('latin1'));
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

/**
 * Reads a site from one address on: pages of the same site that robots.txt allows, breadth first, within limits of depth, number, size and
 * time. Pages of the same text are one.
 * @throws DomainError knowledge.invalid with a reason when not even the first page could be read
 */
export async function crawl(
  address: string,
  { allowedHosts, readPage, isAllowed, now, limits = crawlLimits }: CrawlOptions,
): Promise<Crawled> {
  const start = URL.parse(/^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`);
  if (!start) throw unreadable('This is not an address of a website.');
  const until = now() + limits.totalMs;
  const mayRead = askRobots({ allowedHosts, isAllowed });
  const queue = [{ url: start, depth: 0 }];
  const seen = new Set([canonical(start)]);
  const texts = new Set<string>();
  const crawled: Crawled = { pages: [], sizeBytes: 0, notes: [] };
  const framed = new Set<string>();
  let failures = 0;
  let scripted = 0;
  let isForbidden = false;
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (crawled.pages.length >= limits.pages) {
      crawled.notes.push(`Only the first ${limits.pages} pages were read.`);
      break;
    }
    if (now() > until) {
      crawled.notes.push('Reading took too long; the rest was left out.');
      break;
    }
    const { url, depth } = next;
    try {
      if (!(await mayRead(url))) {
        if (depth === 0) throw unreadable(forbidden);
        isForbidden = true;
        continue;
      }
      const answer = await safeFetch(url.href, {
        maxBytes: limits.pageBytes,
        timeoutMs: Math.max(1, Math.min(limits.pageMs, until - now())),
        allowedHosts,
        headers: { 'user-agent': userAgent, accept: 'text/html,text/plain;q=0.8' },
      });
      const arrived = new URL(answer.url);
      if (answer.status >= 400) throw unreadable(`The website answered ${answer.status}.`);
      // A redirect may lead to another site, or to a page that has been read.
      if (depth > 0 && siteOf(arrived) !== siteOf(start)) continue;
      if (canonical(arrived) !== canonical(url) && seen.has(canonical(arrived))) continue;
      if (arrived.href !== url.href && !(await mayRead(arrived))) {
        if (depth === 0) throw unreadable(forbidden);
        isForbidden = true;
        continue;
      }
      seen.add(canonical(arrived));
      if (!/text\/(html|plain)|application\/xhtml/.test(answer.contentType || 'text/html')) {
        if (depth === 0) throw unreadable('The address leads to no web page.');
        continue;
      }
      crawled.sizeBytes += answer.body.byteLength;
      const source = decode(answer.body, answer.contentType);
      const page = await readPage(source, !answer.contentType.startsWith('text/plain'), arrived.href);
      if (page.textKey !== '' && !texts.has(page.textKey)) {
        texts.add(page.textKey);
        crawled.pages.push({ url: arrived.href, title: page.title, blocks: page.blocks });
      }
      if (page.needsScripts) scripted += 1;
      for (const frame of page.frames) if (siteOf(new URL(frame)) !== siteOf(arrived)) framed.add(new URL(frame).host);
      // The content of a frame is read as a page of its own, by the rules of its site.
      for (const link of [...page.frames, ...(depth >= limits.depth ? [] : page.links)]) {
        const found = new URL(link);
        const key = canonical(found);
        if (siteOf(found) !== siteOf(arrived) || seen.has(key) || seen.size > limits.pages * 20) continue;
        seen.add(key);
        queue.push({ url: new URL(key), depth: depth + 1 });
      }
    } catch (error) {
      if (depth === 0) throw unreadable(reasonOf(error));
      failures += 1;
    }
  }
  if (failures > 0) crawled.notes.push(`${showCounted(failures, 'page')} could not be read.`);
  if (isForbidden) crawled.notes.push('Pages that robots.txt forbids were left out.');
  if (framed.size > 0) crawled.notes.push(`Frames of other sites were not read: ${[...framed].slice(0, mostNamed).join(', ')}.`);
  if (crawled.pages.length === 0 && scripted > 0) throw unreadable(needsScripts);
  if (scripted > 0) crawled.notes.push(`${showCounted(scripted, 'page')} that only scripts fill could not be read.`);
  if (crawled.pages.length === 0) throw unreadable('No page of the website holds text that can be read.');
  return crawled;
}
