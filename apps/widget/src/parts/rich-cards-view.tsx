import type { ShownRichCard } from '../protocol.ts';

/** A rich card, or a row of them that scrolls sideways; the choices of the message stand below. */
export function RichCardsView({ cards }: { cards: readonly ShownRichCard[] }) {
  return (
    <ul class={`rich${cards.length > 1 ? ' is-row' : ''}`}>
      {cards.map(({ title, text, media, links }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two cards may have one title, and neither moves
        <li key={index}>
          {media?.type.startsWith('video/') ? (
            // biome-ignore lint/a11y/useMediaCaption: the enterprise's file has no captions
            <video src={media.url} controls preload="metadata" aria-label={media.name} />
          ) : media ? (
            <img src={media.url} alt={media.name} loading="lazy" />
          ) : null}
          {title ? <strong>{title}</strong> : null}
          {text ? <p>{text}</p> : null}
          {links.map(({ title: words, href }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two links may have one title
            <a key={place} href={/^(?:https:|tel:)/.test(href) ? href : undefined} target="_blank" rel="noopener noreferrer nofollow">
              {words}
            </a>
          ))}
        </li>
      ))}
    </ul>
  );
}
