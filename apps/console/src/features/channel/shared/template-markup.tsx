import { type MarkupNode, parseMarkup } from '@parley/contract/markup';
import { createElement, Fragment, type ReactNode } from 'react';

const elements = { bold: 'strong', italic: 'em', strike: 's', mono: 'code' } as const;

/** Message text as React nodes, so nothing in it can become markup of ours. */
export function renderTemplateMarkup(text: string): ReactNode {
  return renderNodes(parseMarkup(text));
}

function renderNodes(nodes: MarkupNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes.map(renderNode));
}

function renderNode(node: MarkupNode): ReactNode {
  if (typeof node === 'string') return node;
  if (node.kind !== 'link') return createElement(elements[node.kind], null, renderNodes(node.children));
  return (
    <a href={node.href} {...(node.href.startsWith('http') ? { target: '_blank' } : {})} rel="noopener noreferrer nofollow">
      {node.text}
    </a>
  );
}
