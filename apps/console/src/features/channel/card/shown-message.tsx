import type { ShownMessage } from '@parley/contract';
import { IconCalendar, IconExternalLink, IconMapPin, IconPhone, IconPhoto } from '@tabler/icons-react';
import classes from './card.module.css';

type Item = Extract<ShownMessage, { kind: 'buttons' }>['items'][number];
type Media = Extract<ShownMessage, { kind: 'media' }>['media'];
const icons = {
  reply: null,
  url: IconExternalLink,
  call: IconPhone,
  place: IconMapPin,
  askPlace: IconMapPin,
  calendar: IconCalendar,
} as const;

/** A message as a phone shows it. Its buttons are pictures of buttons: nothing is pressed here. */
export function ShownMessageView({ message }: { message: ShownMessage }) {
  switch (message.kind) {
    case 'text':
      return <p className={classes.bubble}>{message.text}</p>;
    case 'media':
      return (
        <div className={classes.bubble}>
          <Medium media={message.media} />
          {message.text}
        </div>
      );
    case 'buttons':
      return (
        <div className={classes.bubble}>
          {message.media ? <Medium media={message.media} /> : null}
          {message.text}
          <Items items={message.items} />
        </div>
      );
    case 'list':
      return (
        <div className={classes.bubble}>
          {message.text}
          <Items items={[{ title: message.button, kind: 'reply' }]} />
          <ol className={classes.rows}>
            {message.items.map(({ title }) => (
              <li key={title}>{title}</li>
            ))}
          </ol>
        </div>
      );
    case 'cards':
      return (
        <ul className={classes.cards}>
          {message.cards.map((card, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two cards may be alike, and neither moves
            <li key={place} className={classes.card} data-layout={message.layout}>
              {card.media ? <Medium media={card.media} height={message.height} /> : null}
              <div className={classes.cardWords}>
                {card.title ? <strong>{card.title}</strong> : null}
                {card.text ? <span>{card.text}</span> : null}
                <Items items={card.items} />
              </div>
            </li>
          ))}
        </ul>
      );
  }
}

function Medium({ media, height = 'medium' }: { media: Media; height?: 'short' | 'medium' | 'tall' }) {
  if (!media || media.url === '')
    return (
      <span className={classes.medium} data-height={height}>
        <IconPhoto size={28} aria-hidden />
      </span>
    );
  return media.type.startsWith('video/') ? (
    // biome-ignore lint/a11y/useMediaCaption: a film of the library has no captions
    <video className={classes.medium} data-height={height} src={media.url} preload="metadata" aria-label={media.name} />
  ) : (
    <img className={classes.medium} data-height={height} src={media.url} alt={media.name} />
  );
}

function Items({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={classes.buttons}>
      {items.map(({ title, kind }, place) => {
        const Icon = icons[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may have one title, and neither moves
          <li key={place}>
            {Icon ? <Icon size={13} aria-hidden /> : null}
            {title}
          </li>
        );
      })}
    </ul>
  );
}
