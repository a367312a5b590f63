import type { ShownCard } from '../protocol.ts';
import type { Say } from '../words.ts';

/** A place with a link to a map, or people with their numbers. */
export function CardView({ card, say }: { card: ShownCard; say: Say }) {
  if (card.kind === 'contacts')
    return (
      <ul class="card">
        {card.contacts.map(({ name, phones }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and neither moves
          <li key={index}>
            <strong>{name}</strong>
            {phones.map((phone, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a number may stand there twice
              <a key={place} href={`tel:${phone}`}>
                {phone}
              </a>
            ))}
          </li>
        ))}
      </ul>
    );
  const { latitude, longitude, name, address } = card;
  const at = `${latitude}, ${longitude}`;
  return (
    <p class="card">
      {name ? <strong>{name}</strong> : null}
      {address ? <span>{address}</span> : null}
      <span>{at}</span>
      <a href={`https://maps.google.com/?q=${latitude},${longitude}`} target="_blank" rel="noopener noreferrer">
        {say('showOnMap')}
      </a>
    </p>
  );
}
