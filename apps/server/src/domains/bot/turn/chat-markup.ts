import { Lexer, type Token, type Tokens } from 'marked';

const childrenOf = (token: Token): string =>
  'tokens' in token && token.tokens ? token.tokens.map(toMarkup).join('') : 'text' in token ? token.text : token.raw;
const wrapped = (mark: string, text: string): string => (text.trim() === '' ? text : `${mark}${text}${mark}`);

function listOf({ items, ordered, start }: Tokens.List): string {
  const first = typeof start === 'number' ? start : 1;
  return items.map((item, index) => `${ordered ? `${first + index}.` : '•'} ${item.tokens.map(toMarkup).join('').trim()}`).join('\n');
}

function toMarkup(token: Token): string {
  switch (token.type) {
    case 'strong':
      return wrapped('*', childrenOf(token));
    case 'em':
      return wrapped('_', childrenOf(token));
    case 'del':
      return wrapped('~', childrenOf(token));
    case 'heading':
      return `${wrapped('*', childrenOf(token))}\n\n`;
    case 'codespan':
      return (token as Tokens.Codespan).text;
    case 'code':
      return `\`\`\`${(token as Tokens.Code).text}\`\`\`\n\n`;
    case 'link': {
      const { href } = token as Tokens.Link;
      const text = childrenOf(token);
      return text === href || `mailto:${text}` === href ? text : `${text} (${href})`;
    }
    case 'image':
      return (token as Tokens.Image).href;
    case 'list':
      return `${listOf(token as Tokens.List)}\n\n`;
    case 'br':
      return '\n';
    case 'hr':
      return '\n';
    case 'paragraph':
    case 'blockquote':
      return `${childrenOf(token)}\n\n`;
    case 'space':
      return '';
    default:
      return childrenOf(token);
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** An answer, which is kept as markdown, in the marks that chats know: `*bold*`, `_italic_`, `~struck~` (contract/markup.ts). */
export const toChatMarkup = (markdown: string): string =>
  new Lexer({ gfm: true, breaks: true })
    .lex(markdown)
    .map(toMarkup)
    .join('')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
