const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  euro: '€',
  pound: '£',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
};
const mostCharacters = 1_000_000;
const mostTag = 4000;
/** Elements whose words nobody reads. */
const silent: ReadonlySet<string> = new Set(['head', 'style', 'script', 'title', 'template', 'noscript']);
const blocks: ReadonlySet<string> = new Set(
  'address article blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr ol p pre section table tr ul'.split(' '),
);

function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return Object.hasOwn(named, name) ? (named[name] as string) : whole;
    const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

const attributeOf = (tag: string, name: string): string => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\\s"'>]{1,2000}))`, 'i').exec(tag);
  return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
};

/** Returns the end of the tag that begins here; a ">" within quotes is none. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at += 1) {
    const sign = html[at] as string;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign;
    else if (sign === '>') return at;
  }
  return html.length;
}

/**
 * The words of a mail that was written as a page: lines where it has blocks, cells apart, links with their address, pictures by what stands for
 * them. It reads each character once; what is no HTML comes out as it is.
 */
export function htmlToText(given: string): string {
  const html = given.slice(0, mostCharacters);
  const said: string[] = [];
  let skipped = '';
  let link = '';
  let linkStart = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const until = open === -1 ? html.length : open;
    if (skipped === '' && until > at) said.push(decodeEntities(html.slice(at, until)).replace(/\s+/g, ' '));
    if (open === -1) break;
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    if (!/[a-zA-Z/!?]/.test(html[open + 1] ?? '')) {
      if (skipped === '') said.push('<');
      at = open + 1;
      continue;
    }
    const end = endOfTag(html, open + 1);
    const tag = html.slice(open, Math.min(end, open + mostTag));
    const [, slash = '', letters = ''] = /^<(\/?)([a-zA-Z][a-zA-Z0-9]{0,20})/.exec(tag) ?? [];
    const name = letters.toLowerCase();
    at = end + 1;
    if (skipped !== '') {
      if (slash === '/' && name === skipped) skipped = '';
      continue;
    }
    if (slash === '' && silent.has(name) && !tag.endsWith('/')) skipped = name;
    else if (name === 'a' && slash === '') [link, linkStart] = [attributeOf(tag, 'href'), said.length];
    else if (name === 'a') {
      const words = said.slice(linkStart).join('').trim();
      if (/^(https?|mailto|tel):/i.test(link) && words !== link && !link.endsWith(`:${words}`))
        said.push(words === '' ? link : ` (${link})`);
      link = '';
    } else if (name === 'img') {
      const alt = attributeOf(tag, 'alt');
      if (alt !== '') said.push(`[${alt}]`);
    } else if (name === 'td' || name === 'th') said.push(' ');
    else if (name === 'li') said.push(slash === '' ? '\n- ' : '');
    else if (blocks.has(name)) said.push(name === 'p' || /^h[1-6]$/.test(name) ? '\n\n' : '\n');
  }
  return tidyLines(said.join(''));
}

/** Removes blanks at the ends of lines, and leaves one empty line between paragraphs. */
export const tidyLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
