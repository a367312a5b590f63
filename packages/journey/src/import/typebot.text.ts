/** Names of their variables by ours. */
export type VariableNames = (theirs: string) => string | undefined;

type Child = { text?: unknown; bold?: unknown; italic?: unknown; url?: unknown; children?: unknown; type?: unknown };
const isChild = (value: unknown): value is Child => typeof value === 'object' && value !== null;

/** Rich text as messengers write it: *bold*, _italic_, and links in full behind their words. */
export function plainText(richText: readonly unknown[]): string {
  const lineOf = (node: unknown): string => {
    if (!isChild(node)) return '';
    if (typeof node.text === 'string') {
      const words = node.text.trim() === '' ? '' : node.text;
      if (words === '') return node.text;
      const bold = node.bold === true ? words.replace(/^(\s*)(.*?)(\s*)$/su, '$1*$2*$3') : words;
      return node.italic === true ? bold.replace(/^(\s*)(.*?)(\s*)$/su, '$1_$2_$3') : bold;
    }
    const inner = Array.isArray(node.children) ? node.children.map(lineOf).join(node.type === 'ul' || node.type === 'ol' ? '\n' : '') : '';
    if (typeof node.url === 'string' && node.url !== '') return inner === node.url ? inner : `${inner} (${node.url})`;
    return node.type === 'li' ? `- ${inner}` : inner;
  };
  return richText
    .map(lineOf)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** A text with our placeholders. @param onLost told of each placeholder that has no variable, or holds code */
export function toText(text: string, names: VariableNames, onLost: (what: string) => void): string {
  return text.replace(placeholder, (whole, inside: string) => {
    const name = names(inside);
    if (name !== undefined) return `{{ ${name} }}`;
    onLost(whole);
    return '';
  });
}

/** The variables that a text names, in their order. */
export const namedIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, inside = '']) => inside);

const quoted = (text: string): string => JSON.stringify(text);

/** A text with placeholders as an expression: the variable itself where it is nothing else, a number, or words put together. */
export function toSource(text: string, names: VariableNames, onLost: (what: string) => void): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    if (match.index > end) parts.push(quoted(text.slice(end, match.index)));
    const name = names(match[1] ?? '');
    if (name === undefined) onLost(match[0]);
    else parts.push(match[0] === text.trim() ? name : `text(${name})`);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(parts.length === 0 && /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? text.trim() : quoted(text.slice(end)));
  return parts.length === 0 ? '""' : parts.join(' + ');
}
