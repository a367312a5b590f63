import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Message text as chat channels mark it up: *bold*, _italic_, ~strike~ and ```monospace```. The result is React nodes,
 * so nothing in the text can become markup of ours. A mark counts only when it hugs its words (no blank inside its
 * edges, no letter outside), so 2*3*4 and snake_case_name stay as typed.
 */
export type MarkupNode = string | { kind: 'bold' | 'italic' | 'strike' | 'mono'; children: MarkupNode[] };

const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
const elements = { bold: 'strong', italic: 'em', strike: 's', mono: 'code' } as const;

export function parseTemplateMarkup(text: string): MarkupNode[] {
  const nodes: MarkupNode[] = [];
  let plain = '';
  let at = 0;
  const flush = () => {
    if (plain) nodes.push(plain);
    plain = '';
  };
  while (at < text.length) {
    const span = findMono(text, at) ?? findMarked(text, at);
    if (!span) {
      plain += text[at];
      at += 1;
      continue;
    }
    flush();
    nodes.push(span.node);
    at = span.end;
  }
  flush();
  return nodes;
}

/** The text without its marks: what a reader hears, and what a list row shows. */
export function stripTemplateMarkup(nodes: MarkupNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : stripTemplateMarkup(node.children))).join('');
}

export function renderTemplateMarkup(text: string): ReactNode {
  return renderNodes(parseTemplateMarkup(text));
}

function renderNodes(nodes: MarkupNode[]): ReactNode {
  return createElement(
    Fragment,
    null,
    ...nodes.map((node) => (typeof node === 'string' ? node : createElement(elements[node.kind], null, renderNodes(node.children)))),
  );
}

type Span = { node: MarkupNode; end: number };

function findMono(text: string, at: number): Span | undefined {
  if (!text.startsWith('```', at)) return undefined;
  const close = text.indexOf('```', at + 3);
  if (close <= at + 3) return undefined;
  return { node: { kind: 'mono', children: [text.slice(at + 3, close)] }, end: close + 3 };
}

function findMarked(text: string, at: number): Span | undefined {
  const mark = text[at];
  if (mark !== '*' && mark !== '_' && mark !== '~') return undefined;
  if (isWord(text[at - 1]) || text[at - 1] === mark || isBlank(text[at + 1]) || text[at + 1] === mark) return undefined;
  for (let end = text.indexOf(mark, at + 2); end !== -1; end = text.indexOf(mark, end + 1)) {
    const inside = text.slice(at + 1, end);
    if (inside.includes('\n')) return undefined;
    if (isBlank(text[end - 1]) || isWord(text[end + 1]) || text[end + 1] === mark) continue;
    return { node: { kind: kinds[mark], children: parseTemplateMarkup(inside) }, end: end + 1 };
  }
  return undefined;
}

const isBlank = (letter: string | undefined) => letter === undefined || /\s/.test(letter);
const isWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
