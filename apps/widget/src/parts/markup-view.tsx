import { type MarkupNode, parseMarkup } from '@parley/contract/markup';
import { type ComponentChild, h } from 'preact';

const elements = { bold: 'strong', italic: 'em', strike: 's', mono: 'code' } as const;

export function MarkupView({ text }: { text: string }) {
  return (
    <span class="text" dir="auto">
      {renderNodes(parseMarkup(text))}
    </span>
  );
}

const renderNodes = (nodes: MarkupNode[]): ComponentChild[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    if (node.kind === 'link')
      return (
        <a href={node.href} {...(node.href.startsWith('http') ? { target: '_blank' } : {})} rel="noopener noreferrer nofollow">
          {node.text}
        </a>
      );
    return h(elements[node.kind], null, renderNodes(node.children));
  });
