/** Used parts of the parsed document; linkedom's own types name the browser's, which the server does not have. */
export type PageNode = { nodeType: number; nodeName: string; textContent: string | null; childNodes: Iterable<PageNode> };
export type PageElement = PageNode & {
  id: string;
  className: string;
  children: Iterable<PageElement>;
  parentElement: PageElement | null;
  previousElementSibling: PageElement | null;
  nextElementSibling: PageElement | null;
  getAttribute: (name: string) => string | null;
  querySelector: (selector: string) => PageElement | null;
  querySelectorAll: (selector: string) => Iterable<PageElement>;
  closest: (selector: string) => PageElement | null;
  remove: () => void;
};

export const isElement = (node: PageNode): node is PageElement => node.nodeType === 1;
export const textOf = (node: PageNode | null): string => (node?.textContent ?? '').replace(/\s+/gu, ' ').trim();

/** Share of an element's text that leads elsewhere, 0–1. */
export function linkShare(element: PageElement): { share: number; count: number } {
  const all = textOf(element).length;
  let linked = 0;
  let count = 0;
  for (const link of element.querySelectorAll('a[href]')) {
    linked += textOf(link).length;
    count += 1;
  }
  return { share: all === 0 ? 0 : linked / all, count };
}
