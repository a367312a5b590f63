import { ActionIcon, Anchor, CopyButton, Tooltip } from '@mantine/core';
import { mapLinkOf, type ShownCard } from '@parley/contract';
import { IconCheck, IconCopy, IconMapPin, IconUser } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { chatCardWords } from '../../../locales/chat-card.ts';
import classes from './message-card.module.css';

/** A place with its link to a map, or people with their numbers. */
export function MessageCard({ card }: { card: ShownCard }) {
  return card.kind === 'location' ? <Place card={card} /> : <Contacts card={card} />;
}

function Place({ card }: { card: Extract<ShownCard, { kind: 'location' }> }) {
  const say = useWords(chatCardWords.card);
  const { latitude, longitude, name, address } = card;
  return (
    <div className={classes.card}>
      <IconMapPin size={18} stroke={1.7} aria-hidden />
      <div className={classes.facts}>
        {name ? (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        ) : null}
        {address ? <span dir="auto">{address}</span> : null}
        <span className={classes.small}>
          {latitude}, {longitude}
        </span>
        <Anchor href={mapLinkOf(card)} target="_blank" rel="noreferrer noopener" size="sm">
          {say('showOnMap')}
        </Anchor>
      </div>
    </div>
  );
}

function Contacts({ card }: { card: Extract<ShownCard, { kind: 'contacts' }> }) {
  return (
    <ul className={classes.people}>
      {card.contacts.map(({ name, phones }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a card is never changed, and two people may have one name
        <li key={index} className={classes.card}>
          <IconUser size={18} stroke={1.7} aria-hidden />
          <div className={classes.facts}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {phones.map((phone, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same number may stand twice
              <Phone key={place} phone={phone} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A number that is called by a press; one that a customer has sent may be any text. */
function Phone({ phone }: { phone: string }) {
  const say = useWords(chatCardWords.card);
  const dialled = phone.replace(/[^\d+*#]/g, '');
  return (
    <span className={classes.phone}>
      {/\d/.test(dialled) ? (
        <Anchor href={`tel:${dialled}`} size="sm" dir="ltr">
          {phone}
        </Anchor>
      ) : (
        <span>{phone}</span>
      )}
      <CopyButton value={phone}>
        {({ copied, copy }) => (
          <Tooltip label={say(copied ? 'copied' : 'copy')}>
            <ActionIcon size={22} aria-label={say(copied ? 'copiedNumber' : 'copyNumber', { phone })} onClick={copy}>
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}
