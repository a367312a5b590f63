import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'message.media'> = ({ media, caption }, { text }) =>
  [media.kind === 'library' ? media.media.name : media.source, text(caption)].filter((part) => part !== '').join(' · ');
