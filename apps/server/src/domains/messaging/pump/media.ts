import type { OutgoingContent, OutgoingMedia } from '@parley/vendors';
import { fileIdOf } from '#platform/files/file-url.ts';

/**
 * Media of our own get a whole address with a fresh signature: links are signed for a day, and a message may wait for longer.
 * @param base without a slash at the end
 */
export function withLiveMedia<C extends OutgoingContent>(base: string, fileUrl: (fileId: string) => string, content: C): C {
  const live = <M extends OutgoingMedia | undefined>(media: M): M => {
    const fileId = media && (media.url.startsWith('/') || media.url.startsWith(`${base}/`)) ? fileIdOf(media.url) : undefined;
    return media && fileId ? { ...media, url: `${base}${fileUrl(fileId)}` } : media;
  };
  switch (content.kind) {
    case 'media':
      return { ...content, media: live(content.media) };
    case 'buttons':
      return content.media ? { ...content, media: live(content.media) } : content;
    case 'card':
      return { ...content, card: { ...content.card, media: live(content.card.media) } };
    case 'carousel':
      return { ...content, cards: content.cards.map((card) => ({ ...card, media: live(card.media) })) };
    case 'template':
      return {
        ...content,
        ...(content.header && 'media' in content.header ? { header: { media: live(content.header.media) } } : {}),
        cards: content.cards.map((card) => ({ ...card, media: live(card.media) })),
      };
    default:
      return content;
  }
}
