import { Anchor, CopyButton, Image } from '@mantine/core';
import type { SandboxButton, SandboxCard, SandboxMedia, SandboxMessage } from '@parley/contract';
import { IconAlertTriangle, IconCheck, IconChecks, IconClock, IconFile, IconMapPin } from '@tabler/icons-react';
import { formatTime } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { MailFiles, MailLines } from './mail-lines.tsx';
import classes from './sandbox.module.css';

type Press = ((button: SandboxButton) => void) | undefined;

/** One message with all that a phone shows of it; its buttons can be pressed. */
export function Bubble({ message, onPress }: { message: SandboxMessage; onPress: Press }) {
  const say = useWords(channelWords.sandbox);
  const { isFromCustomer, header, text, footer, media, location, buttons, cards, reaction, subject } = message;
  return (
    <article className={isFromCustomer ? classes.theirs : classes.ours} aria-label={say(isFromCustomer ? 'fromCustomer' : 'fromUs')}>
      {message.mail ? (
        <MailLines mail={message.mail} subject={subject} />
      ) : subject ? (
        <strong className={classes.subject}>{subject}</strong>
      ) : null}
      {media ? <Media media={media} /> : null}
      {header ? <strong>{header}</strong> : null}
      {text ? (
        <p className={classes.text} dir="auto">
          {text}
        </p>
      ) : null}
      {message.mail ? <MailFiles mail={message.mail} /> : null}
      {location ? (
        <span className={classes.line}>
          <IconMapPin size={15} aria-hidden /> {location.name || `${location.latitude}, ${location.longitude}`}
        </span>
      ) : null}
      {reaction ? <span>{say('reacted', { emoji: reaction })}</span> : null}
      {message.isTakenBack ? <span className={classes.dim}>{say('takenBack')}</span> : null}
      {message.ourReaction ? <span>{say('ourReaction', { emoji: message.ourReaction })}</span> : null}
      {footer ? <small className={classes.dim}>{footer}</small> : null}
      {cards.length > 0 ? (
        <ol className={classes.cards}>
          {cards.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change their places
            <Card key={index} card={card} place={index + 1} onPress={onPress} />
          ))}
        </ol>
      ) : null}
      <Buttons buttons={buttons} onPress={onPress} />
      <footer className={classes.foot}>
        <time dateTime={message.at}>{formatTime(message.at)}</time>
        {message.isEdited && !message.isTakenBack ? <span>{say('edited')}</span> : null}
        {isFromCustomer ? null : <Tick message={message} />}
      </footer>
    </article>
  );
}

function Tick({ message: { status, errorCode } }: { message: SandboxMessage }) {
  const say = useWords(channelWords.sandbox);
  const label = status === 'failed' ? say('failed', { code: errorCode }) : say(status);
  const icons = { accepted: IconClock, sent: IconCheck, delivered: IconChecks, read: IconChecks, failed: IconAlertTriangle };
  const StatusIcon = icons[status];
  return (
    <span className={classes.tick} data-status={status}>
      <StatusIcon size={15} aria-hidden />
      {label}
    </span>
  );
}

/** Returns a file of this installation as a path on the page's own host, whichever name the simulator calls us by; '' for another host. */
function ownUrl(url: string): string {
  if (url.startsWith('data:image/')) return url;
  if (!URL.canParse(url)) return '';
  const { hostname, pathname, search } = new URL(url);
  return ['127.0.0.1', 'localhost', globalThis.location.hostname].includes(hostname) ? `${pathname}${search}` : '';
}

/** Only pictures of our own are loaded: another host would learn who looks. */
function Media({ media }: { media: SandboxMedia }) {
  const own = ownUrl(media.url);
  const isPicture = media.kind === 'image' || media.kind === 'sticker';
  if (isPicture && own) return <Image src={own} alt={media.fileName || media.kind} className={classes.picture} />;
  const name = media.fileName || media.url || media.kind;
  const address = own || (/^https?:/.test(media.url) ? media.url : '');
  return (
    <span className={classes.line}>
      <IconFile size={15} aria-hidden />
      {address ? (
        <Anchor href={address} target="_blank" rel="noopener noreferrer nofollow" size="sm">
          {name}
        </Anchor>
      ) : (
        name
      )}
    </span>
  );
}

function Card({ card, place, onPress }: { card: SandboxCard; place: number; onPress: Press }) {
  const say = useWords(channelWords.sandbox);
  return (
    <li className={classes.card} aria-label={say('card', { place })}>
      {card.media ? <Media media={card.media} /> : null}
      {card.title ? <strong>{card.title}</strong> : null}
      {card.text ? <p className={classes.text}>{card.text}</p> : null}
      <Buttons buttons={card.buttons} onPress={onPress} />
    </li>
  );
}

function Buttons({ buttons, onPress }: { buttons: readonly SandboxButton[]; onPress: Press }) {
  if (buttons.length === 0) return null;
  return (
    <div className={classes.buttons}>
      {buttons.map((button) => (
        <PhoneButton key={`${button.type} ${button.id}`} button={button} onPress={onPress} />
      ))}
    </div>
  );
}

function PhoneButton({ button, onPress }: { button: SandboxButton; onPress: Press }) {
  const say = useWords(channelWords.sandbox);
  const { title, type, value } = button;
  if (type === 'url' || type === 'place')
    return (
      <Anchor
        className={classes.button}
        href={/^https?:/.test(value) ? value : undefined}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {title}
      </Anchor>
    );
  if (type === 'call' || type === 'calendar' || type === 'askPlace')
    return (
      <span className={classes.button}>
        {title} {value}
      </span>
    );
  if (type === 'code')
    return (
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <button type="button" className={classes.button} onClick={copy}>
            {copied ? say('copied') : say('copy', { code: value })}
          </button>
        )}
      </CopyButton>
    );
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={say('press', { title })}
      disabled={!onPress}
      onClick={() => onPress?.(button)}
    >
      {title}
      {type === 'row' && value ? <small className={classes.dim}>{value}</small> : null}
    </button>
  );
}
