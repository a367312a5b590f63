import type { Send } from '../engine/effects.ts';

/** Describes a message, as far as words can. */
export function shownOf({ content }: Send): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'buttons':
      return [content.text, ...content.buttons.map(({ title }) => `[${title}]`)].join('\n');
    case 'list':
      return [content.text, ...content.rows.map(({ title }) => `[${title}]`)].join('\n');
    case 'media':
      return content.caption === '' ? `(${content.media.kind === 'library' ? 'file' : content.media.media.name})` : content.caption;
    case 'template':
      return Object.values(content.values).join(' ');
    case 'cards':
      return content.cards
        .map(({ title, text, items }) => [title, text, ...items.map((item) => `[${item.title}]`)].filter((line) => line !== '').join('\n'))
        .join('\n\n');
    case 'flow':
      return `${content.text}\n[${content.button}]`;
    case 'location':
      return [content.name, content.address].filter((line) => line !== '').join('\n');
  }
}
