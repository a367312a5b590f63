// Its file alone: the process that reads mails need not know every call.
import { mostMailPictures } from '@parley/contract/chat/mail-page-kinds';
import sanitizeHtml from 'sanitize-html';

/** Pages beyond this are kept as a file alone: nobody reads as much in a conversation. */
export const largestPage = 1024 * 1024;
/** Pictures within the page itself, as data. */
const largestDataUrl = 200_000;

const size = /^-?\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?$/;
const sizes = /^(-?\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?|auto)( (-?\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?|auto)){0,3}$/;
const colour = /^(#[\da-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s,.%/]{1,40}\)|hsla?\([\d\s,.%/deg]{1,40}\))$/i;
const line =
  /^(\d{1,3}(\.\d{1,3})?(px|pt|em)?|thin|medium|thick)?( ?(none|solid|dashed|dotted|double))?( ?(#[\da-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s,.%]{1,40}\)))?$/i;
const word = /^[a-z-]{1,30}$/i;
const fonts = /^[\w\s,'"-]{1,200}$/;

const of = (pattern: RegExp, ...names: string[]) => Object.fromEntries(names.map((name) => [name, [pattern]]));

/** Only what lies where it stands: nothing is placed over the console, and nothing is fetched. */
const styles = {
  ...of(colour, 'color', 'background-color', 'border-color'),
  ...of(size, 'font-size', 'line-height', 'letter-spacing', 'text-indent', 'width', 'max-width', 'min-width', 'height', 'border-radius'),
  ...of(sizes, 'margin', 'padding', 'border-spacing', 'border-width'),
  ...of(size, ...['top', 'right', 'bottom', 'left'].flatMap((side) => [`margin-${side}`, `padding-${side}`])),
  ...of(line, 'border', 'border-top', 'border-right', 'border-bottom', 'border-left'),
  ...of(
    word,
    'text-align',
    'vertical-align',
    'font-weight',
    'font-style',
    'text-transform',
    'border-collapse',
    'border-style',
    'white-space',
  ),
  ...of(/^[a-z -]{1,60}$/i, 'text-decoration'),
  'font-weight': [/^([1-9]00|[a-z]{4,10})$/i],
  'font-family': [fonts],
};

const tags = [
  ...[
    'a',
    'abbr',
    'address',
    'b',
    'bdi',
    'bdo',
    'big',
    'blockquote',
    'br',
    'caption',
    'center',
    'cite',
    'code',
    'col',
    'colgroup',
    'dd',
    'del',
  ],
  ...[
    'details',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
    'figure',
    'font',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'ins',
    'kbd',
  ],
  ...[
    'li',
    'mark',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'samp',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'summary',
    'sup',
    'table',
    'tbody',
    'td',
  ],
  ...['tfoot', 'th', 'thead', 'tr', 'tt', 'u', 'ul', 'var'],
];
const shape = ['style', 'align', 'valign', 'dir', 'lang', 'title'];
const table = [...shape, 'width', 'height', 'bgcolor', 'border', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'span'];

type Attributes = Record<string, string>;
const dimensions = ({ width, height, alt, title, style }: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries({ alt, title, width, height, style }).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );

/** A picture: one of the mail's own names its place among the files, one from elsewhere waits for the reader's leave. */
function toPicture(attributes: Attributes, cids: ReadonlyMap<string, number>): Attributes {
  const source = (attributes.src ?? '').trim();
  const rest = dimensions(attributes);
  const cid = /^cid:(.+)$/i.exec(source)?.[1];
  if (cid !== undefined) {
    const file = cids.get(cid) ?? cids.get(decoded(cid));
    return file === undefined ? rest : { 'data-file': String(file), ...rest };
  }
  if (/^data:image\/(png|gif|jpeg|webp);base64,[\da-z+/=\s]+$/i.test(source))
    return source.length > largestDataUrl ? rest : { src: source, ...rest };
  const address = source.startsWith('//') ? `https:${source}` : source;
  return /^https?:\/\/\S+$/i.test(address) && address.length <= 4000 ? { 'data-remote': address, ...rest } : rest;
}

function decoded(cid: string): string {
  try {
    return decodeURIComponent(cid);
  } catch {
    return cid;
  }
}

/**
 * Makes of a mail's page one that a frame without scripts may show: no script, form or style that leaves its place, no picture that is fetched
 * before its reader wants it.
 * @param cids places of the mail's own pictures among its files, by Content-ID
 */
export const cleanPage = (html: string, cids: ReadonlyMap<string, number> = new Map()): string =>
  sanitizeHtml(html.slice(0, largestPage), {
    allowedTags: tags,
    allowedAttributes: {
      '*': shape,
      a: [...shape, 'href', 'target', 'rel'],
      img: ['data-file', 'data-remote', 'src', 'alt', 'title', 'width', 'height', 'style'],
      font: [...shape, 'color', 'face', 'size'],
      ...Object.fromEntries(['table', 'tr', 'td', 'th', 'col', 'colgroup', 'tbody', 'thead', 'tfoot'].map((tag) => [tag, table])),
      ol: [...shape, 'start', 'type'],
      ul: [...shape, 'type'],
      hr: [...shape, 'width', 'size', 'color'],
    },
    allowedStyles: { '*': styles },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'svg', 'math', 'object', 'iframe'],
    nestingLimit: 200,
    transformTags: {
      a: (_tag, { href, title }) => ({
        tagName: 'a',
        attribs: { ...(href ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {}), ...(title ? { title } : {}) },
      }),
      img: (_tag, attributes) => ({ tagName: 'img', attribs: toPicture(attributes, cids) }),
    },
  });

const ownPicture = /<img data-file="([^"]{1,40})"/g;
const remotePicture = /<img data-remote="([^"]{1,24000})"/g;

/** Replaces what names own pictures of a page. @param replace '' leaves the picture out */
export const withOwnPictures = (page: string, replace: (name: string) => string): string =>
  page.replace(ownPicture, (_whole, name: string) => {
    const attribute = replace(name);
    return attribute === '' ? '<img' : `<img ${attribute}`;
  });

/** The addresses of a page's pictures from elsewhere, as far as they are shown. */
export const remotePicturesOf = (page: string): string[] =>
  [...page.matchAll(remotePicture)].slice(0, mostMailPictures).map(([, address = '']) => unescaped(address));

/** The page with its first pictures from elsewhere. @param linkTo address at which this server gives the picture of a place, which counts from 1 */
export function withRemotePictures(page: string, linkTo: (place: number) => string): string {
  let place = 0;
  return page.replace(remotePicture, () => {
    place += 1;
    return place > mostMailPictures ? '<img' : `<img src="${linkTo(place)}"`;
  });
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
/** An attribute as the cleaning has written it. */
const unescaped = (value: string): string => value.replace(/&(amp|lt|gt|quot);/g, (_whole, name: string) => characters[name] as string);
