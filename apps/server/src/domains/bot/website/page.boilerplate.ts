import { linkShare, type PageElement, textOf } from './element.ts';

const unread =
  'script, style, noscript, template, svg, canvas, object, embed, iframe, frame, frameset, button, select, input, textarea, [hidden], [aria-hidden="true"]';
const roles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'dialog',
  'alertdialog',
  'complementary',
  'menu',
  'menubar',
  'tablist',
  'doc-toc',
]);
/** Classes and ids of elements that surround a text. */
const surrounding =
  /^(?:(?:main|site|page|global|top|bottom|left|right|header|footer|mobile|primary|secondary)[-_]?)?(?:nav|navbar|navigation|navheader|navfooter|menu|sidebar|side-?bar|breadcrumbs?|footer|toc|table-?of-?contents|contents|local-?toc|list-of-[a-z]+|pagination|pager|prev-?next|share|sharing|social|newsletter|subscribe|related|recommended|skip-?(?:link|nav|to-content)|edit-?(?:page|link|on-github)|site-?header|language-?switcher|masthead|toolbar)(?:[-_](?:wrapper|container|inner|bar|list|links?|box|menu|tree|content))?$/iu;
const walls = /cookie|consent|gdpr|paywall|popup|pop-up|modal|banner-ad|advert/iu;
const headerMarks =
  'a.headerlink, a.anchor, a.permalink, a.hash-link, .copiable-anchor, .copiable-link, .sr-only, .visually-hidden, .screen-reader-text';

const mostWall = 1_500;
const mostSurrounding = 4_000;

/**
 * Takes out of a page what is no part of its text: what scripts and styles are made of, navigation, lists of links, cookie walls, heads and
 * feet.
 * @param keepsLinks leaves lists of links, of a page that is nothing else
 */
export function removeBoilerplate(body: PageElement, keepsLinks: boolean): void {
  for (const element of body.querySelectorAll(`${unread}, ${headerMarks}`)) element.remove();
  for (const element of body.querySelectorAll('nav, footer, aside, header, [role], [class], [id]'))
    if (isSurrounding(element)) {
      // The heading of a page often stands in its header.
      const title = element.nodeName === 'HEADER' ? element.querySelector('h1') : null;
      if (title && element.parentElement) (element as unknown as { replaceWith: (node: PageElement) => void }).replaceWith(title);
      else element.remove();
    }
  if (keepsLinks) return;
  const lines = [...body.querySelectorAll('p, div')].filter(
    (element) => element.querySelector('p, div, ul, ol, table, pre, h1, h2, h3, h4') === null,
  );
  const led = new Set(lines.filter((element) => isLink(element)));
  const isInRow = (element: PageElement): boolean =>
    led.has(element) && [element.previousElementSibling, element.nextElementSibling].some((beside) => beside !== null && led.has(beside));
  // All are found before the first one goes: it is the neighbour of another.
  for (const element of lines.filter((line) => isInRow(line) || leadsOn(line))) element.remove();
  for (const element of body.querySelectorAll('ul, ol, dl, table')) {
    const { share, count } = linkShare(element);
    if (share >= 0.8 && count >= 3 && textOf(element).length / count < 120) element.remove();
  }
}

const longestLink = 120;
const pageTurns = /^\W*(?:next|prev(?:ious)?|up|home|back|continue|zurück|weiter|अगला|पिछला|आगे|पीछे)(?![\p{L}\p{M}])/iu;

/** A line that is one link: several of them are a list of pages. */
const isLink = (element: PageElement): boolean => textOf(element).length < longestLink && linkShare(element).share > 0.95;

/** "Next: …, Previous: …, Up: …", as manuals have it above and below each section. */
function leadsOn(element: PageElement): boolean {
  const text = textOf(element);
  const { share, count } = linkShare(element);
  return pageTurns.test(text) && text.length < 400 && (count >= 2 ? share > 0.4 : share > 0.8);
}

function isSurrounding(element: PageElement): boolean {
  const { nodeName } = element;
  if (nodeName === 'BODY' || nodeName === 'MAIN' || nodeName === 'ARTICLE' || /^H[1-6]$/.test(nodeName)) return false;
  if (nodeName === 'NAV' || nodeName === 'FOOTER') return true;
  const isInText = element.closest('main, article, [role="main"]') !== null;
  if (nodeName === 'HEADER') return !isInText;
  if (nodeName === 'ASIDE') return !isInText || linkShare(element).share > 0.4;
  if (roles.has(element.getAttribute('role') ?? '')) return true;
  const names = [...element.className.split(/\s+/u), element.id].filter((name) => name !== '');
  const { length } = textOf(element);
  if (names.some((name) => walls.test(name)) && length < mostWall && element.querySelector('main, article, h1') === null) return true;
  if (!names.some((name) => surrounding.test(name)) || length > mostSurrounding * 5) return false;
  return linkShare(element).share > 0.4 || (length < mostSurrounding && element.querySelector('p, pre, h1') === null);
}

/** The part of a page that says of itself that it is the text, when it holds a good part of it. */
export function findMain(body: PageElement): PageElement {
  const all = textOf(body).length;
  for (const selector of ['main', '[role="main"]', 'article', '#main-content', '#content', '.markdown-body', '.body']) {
    const [found, ...others] = [...body.querySelectorAll(selector)];
    if (found && others.length === 0 && textOf(found).length >= Math.max(all * 0.4, 1)) return found;
  }
  return body;
}
