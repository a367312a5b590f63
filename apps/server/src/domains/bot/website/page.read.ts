import { createHash } from 'node:crypto';
import { type Block, readBlocks } from '@parley/nlu';
import { parseHTML } from 'linkedom';
import { type PageElement, textOf } from './element.ts';
import { readElement } from './page.blocks.ts';
import { findMain, removeBoilerplate } from './page.boilerplate.ts';

export type ReadPage = {
  title: string;
  blocks: Block[];
  /** Equal for pages of the same text; '' for one without. */
  textKey: string;
  links: string[];
  /** Addresses of what frames show. */
  frames: string[];
  /** True if the page is empty until its scripts have run. */
  needsScripts: boolean;
};

const mostLinks = 500;
const mostFrames = 20;
const littleText = 200;

export default function read({ source, isHtml, url }: { source: string; isHtml: boolean; url: string }): ReadPage {
  if (isHtml) return readHtml(source, url);
  const blocks = readBlocks(source);
  return { title: '', blocks, textKey: keyOf(blocks), links: [], frames: [], needsScripts: false };
}

const keyOf = (blocks: readonly Block[]): string =>
  blocks.length === 0
    ? ''
    : createHash('sha256')
        .update(blocks.map(({ text }) => text).join('\n'))
        .digest('base64url');

/** The text of a page as blocks, and where it leads. Scripts are never run: the page is parsed, not opened. */
function readHtml(html: string, address: string): ReadPage {
  const parse = (): PageElement => parseHTML(html).document as unknown as PageElement;
  const document = parse();
  const links = listAddresses(document, 'a[href], area[href]', 'href', address, mostLinks);
  const frames = listAddresses(document, 'iframe[src], frame[src]', 'src', address, mostFrames);
  const title = textOf(document.querySelector('title'));
  const scripts = [...document.querySelectorAll('script')].length;
  const wantsScripts =
    /javascript/iu.test(textOf(document.querySelector('noscript'))) ||
    ['#root', '#app', '#__next', '#__nuxt', 'app-root'].some(
      (id) => textOf(document.querySelector(id)) === '' && document.querySelector(id) !== null,
    );
  const blocksOf = (page: PageElement, keepsLinks: boolean): Block[] => {
    const body = page.querySelector('body');
    if (!body) return [];
    removeBoilerplate(body, keepsLinks);
    return readElement(findMain(body));
  };
  let blocks = blocksOf(document, false);
  // A page that is a list of links is read as that.
  if (blocks.every(({ kind }) => kind === 'heading')) blocks = blocksOf(parse(), true);
  const size = blocks.reduce((sum, { text }) => sum + text.length, 0);
  const needsScripts = scripts > 0 && (size === 0 || (size < littleText && wantsScripts));
  return { title, blocks: needsScripts ? [] : blocks, textKey: needsScripts ? '' : keyOf(blocks), links, frames, needsScripts };
}

function listAddresses(document: PageElement, selector: string, name: string, base: string, most: number): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll(selector)) {
    const url = URL.parse(element.getAttribute(name) ?? '', base);
    if (url && (url.protocol === 'http:' || url.protocol === 'https:') && found.length < most) found.push(url.href);
  }
  return found;
}
