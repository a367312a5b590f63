/**
 * Message text as a tree: *bold*, _italic_, ~strike~, ```mono``` and links: web addresses, mail addresses and phone numbers. The view turns it into elements and text nodes, so
 * nothing in a message can become markup. A mark counts only when it hugs its words: 2*3*4 and snake_case stay as typed.
 * It imports nothing, so that the widget can take it without the validator.
 */
export type MarkupNode =
  | string
  | { kind: 'bold' | 'italic' | 'strike' | 'mono'; children: MarkupNode[] }
  | { kind: 'link'; href: string; text: string };

const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
// Only these two schemes are ever linked: `javascript:` and its kin stay words.
const linkPattern = /^https?:\/\/[^\s<>"'`/?#]/i;
const addressPattern = /^[^\s<>"'`]+/;
// Each part is bounded: a long run of letters and dots is looked at once, not once from each letter.
const mailPattern = /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/uy;
const numberPattern = /\+?\(?\d(?:[ ().-]{0,2}\d){7,14}/y;
const isoDate = /^\d{4}-\d\d-\d\d/;

export function parseMarkup(text: string): MarkupNode[] {
  const nodes: MarkupNode[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const span = findMono(text, at) ?? findLink(text, at) ?? findMail(text, at) ?? findNumber(text, at) ?? findMarked(text, at);
    if (span) {
      if (plain) nodes.push(plain);
      plain = '';
      nodes.push(span.node);
      at = span.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

/** The text without its marks: what a reader hears, and what a list row shows. */
export function stripMarkup(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : node.kind === 'link' ? node.text : stripMarkup(node.children))).join('');
}

type Span = { node: MarkupNode; end: number };

function findMono(text: string, at: number): Span | undefined {
  if (!text.startsWith('```', at)) return undefined;
  const close = text.indexOf('```', at + 3);
  if (close <= at + 3) return undefined;
  return { node: { kind: 'mono', children: [text.slice(at + 3, close)] }, end: close + 3 };
}

function findLink(text: string, at: number): Span | undefined {
  const isBare = /^www\.[^.\s]/i.test(text.slice(at, at + 5));
  if ((text[at] !== 'h' && text[at] !== 'H' && !isBare) || isWord(text[at - 1]) || (isBare && text[at - 1] === '.')) return undefined;
  // A sentence's own full stop or bracket is not part of the address.
  const found = addressPattern.exec(text.slice(at))?.[0].replace(/[.,;:!?)\]}*_~]+$/, '');
  const href = isBare ? `https://${found}` : found;
  if (!found || !href || !linkPattern.test(href)) return undefined;
  return { node: { kind: 'link', href, text: found }, end: at + found.length };
}

function findMail(text: string, at: number): Span | undefined {
  if (!isWord(text[at]) || /[\p{L}\p{N}._%+@/-]/u.test(text[at - 1] ?? '')) return undefined;
  mailPattern.lastIndex = at;
  const found = mailPattern.exec(text)?.[0];
  if (!found) return undefined;
  return { node: { kind: 'link', href: `mailto:${found}`, text: found }, end: at + found.length };
}

/** A number that can be called: international, or of ten digits and more. Dates, amounts, cards and parts of longer numbers are none. */
function findNumber(text: string, at: number): Span | undefined {
  if (!/[+(\d]/.test(text[at] ?? '') || /[\p{L}\p{N}.,:/@+#=$€£₹-]/u.test(text[at - 1] ?? '')) return undefined;
  // Not in the middle of a longer one that is written in groups, as a card's is.
  if (/\d[ ().-]{1,2}$/.test(text.slice(Math.max(0, at - 3), at))) return undefined;
  numberPattern.lastIndex = at;
  const found = numberPattern.exec(text)?.[0];
  if (!found || isoDate.test(found) || /^[\d@:/%]|^[.,]\d/.test(text.slice(at + found.length)) || isWord(text[at + found.length]))
    return undefined;
  const digits = found.replace(/\D/g, '');
  const isInternational = found.startsWith('+');
  if (digits.length < (isInternational ? 8 : 10) || digits.length > (isInternational ? 15 : 13)) return undefined;
  return { node: { kind: 'link', href: `tel:${isInternational ? '+' : ''}${digits}`, text: found }, end: at + found.length };
}

function findMarked(text: string, at: number): Span | undefined {
  const mark = text[at];
  if (mark !== '*' && mark !== '_' && mark !== '~') return undefined;
  if (isWord(text[at - 1]) || text[at - 1] === mark || isBlank(text[at + 1]) || text[at + 1] === mark) return undefined;
  for (let end = text.indexOf(mark, at + 2); end !== -1; end = text.indexOf(mark, end + 1)) {
    const inside = text.slice(at + 1, end);
    if (inside.includes('\n')) return undefined;
    if (isBlank(text[end - 1]) || isWord(text[end + 1]) || text[end + 1] === mark) continue;
    return { node: { kind: kinds[mark], children: parseMarkup(inside) }, end: end + 1 };
  }
  return undefined;
}

const isBlank = (letter: string | undefined) => letter === undefined || /\s/.test(letter);
const isWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
