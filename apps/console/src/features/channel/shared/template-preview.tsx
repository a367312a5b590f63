import { ActionIcon, Text } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconCornerUpLeft,
  IconExternalLink,
  IconFileText,
  IconGift,
  IconPhone,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatReportDate, type Instant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { renderTemplateMarkup } from './template-markup.tsx';
import classes from './template-preview.module.css';

export type TemplateButton = { type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER' | 'COPY_CODE'; text: string };
export type TemplateMedia = { kind: 'IMAGE' | 'VIDEO' | 'DOCUMENT'; url?: string; name?: string };
export type TemplateCard = { media?: TemplateMedia; body?: string; buttons?: TemplateButton[] };
export type TemplateContent = {
  media?: TemplateMedia;
  headerText?: string;
  body?: string;
  footer?: string;
  buttons?: TemplateButton[];
  cards?: TemplateCard[];
  offer?: { text: string; code?: string; expiresAt?: Instant };
};

export const carouselSlideMs = 4_000;

/** Tells whether there is anything to show: a media header, header text, a body, a footer or buttons. */
export const hasTemplateContent = (template: TemplateContent) => hasMessage(template) || Boolean(template.cards?.length);
/** Cards may stand alone. */
const hasMessage = ({ media, headerText, body, footer, buttons }: TemplateContent) =>
  Boolean(media || headerText || body || footer || buttons?.length);

/** The template as the customer's phone shows it. */
export function TemplatePreview({ template }: { template: TemplateContent }) {
  const say = useWords(commonWords.block);
  if (!hasTemplateContent(template)) return null;
  return (
    <section className={classes.phone} aria-label={say('templatePreview')}>
      {hasMessage(template) ? (
        <div className={classes.bubble}>
          {template.media ? <MediaHeader media={template.media} /> : null}
          {template.offer ? <Offer offer={template.offer} /> : null}
          {template.headerText ? <p className={classes.headline}>{renderTemplateMarkup(template.headerText)}</p> : null}
          {template.body ? <p className={classes.body}>{renderTemplateMarkup(template.body)}</p> : null}
          {template.footer ? <p className={classes.footer}>{template.footer}</p> : null}
          <Buttons buttons={template.buttons ?? []} />
        </div>
      ) : null}
      {template.cards && template.cards.length > 0 ? <Carousel cards={template.cards} /> : null}
    </section>
  );
}

const mediaIcons = { IMAGE: IconPhoto, VIDEO: IconVideo, DOCUMENT: IconFileText };
const mediaTexts = { IMAGE: 'templateImage', VIDEO: 'templateVideo', DOCUMENT: 'templateDocument' } as const;

function MediaHeader({ media }: { media: TemplateMedia }) {
  const say = useWords(commonWords.block);
  const label = media.name ?? say(mediaTexts[media.kind]);
  if (media.kind === 'IMAGE' && media.url) return <img className={classes.media} src={media.url} alt={label} />;
  // biome-ignore lint/a11y/useMediaCaption: a template's own video; the vendor carries no captions
  if (media.kind === 'VIDEO' && media.url) return <video className={classes.media} src={media.url} controls aria-label={label} />;
  const MediaIcon = mediaIcons[media.kind];
  return (
    <div className={classes.mediaBlank} data-kind={media.kind}>
      <MediaIcon size={22} stroke={1.5} aria-hidden />
      <span>{label}</span>
    </div>
  );
}

const buttonIcons = { QUICK_REPLY: IconCornerUpLeft, URL: IconExternalLink, PHONE_NUMBER: IconPhone, COPY_CODE: IconCopy };

function Buttons({ buttons }: { buttons: TemplateButton[] }) {
  if (buttons.length === 0) return null;
  return (
    <ul className={classes.buttons}>
      {buttons.map((button, index) => {
        const ButtonIcon = buttonIcons[button.type];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may say the same, as while they are being written
          <li key={index}>
            <ButtonIcon size={14} aria-hidden />
            {button.text}
          </li>
        );
      })}
    </ul>
  );
}

function Offer({ offer }: { offer: NonNullable<TemplateContent['offer']> }) {
  const say = useWords(commonWords.block);
  return (
    <div className={classes.offer}>
      <IconGift size={18} aria-hidden />
      <div>
        <strong>{offer.text}</strong>
        {offer.expiresAt ? <span>{say('offerExpires', { at: formatReportDate(offer.expiresAt) })}</span> : null}
        {offer.code ? <span>{say('offerCode', { code: offer.code })}</span> : null}
      </div>
    </div>
  );
}

function Carousel({ cards }: { cards: TemplateCard[] }) {
  const say = useWords(commonWords.block);
  const sayCommon = useWords(commonWords.ui);
  const [current, setCurrent] = useState(0);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || cards.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setCurrent((index) => (index + 1) % cards.length), carouselSlideMs);
    return () => clearInterval(timer);
  }, [isHeld, cards.length]);
  const index = Math.min(current, cards.length - 1);
  const card = cards[index];
  const move = (step: number) => setCurrent((index + step + cards.length) % cards.length);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only hold the slides still
    <div
      className={classes.carousel}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.bubble}>
        {card?.media ? <MediaHeader media={card.media} /> : null}
        {card?.body ? <p className={classes.body}>{renderTemplateMarkup(card.body)}</p> : null}
        <Buttons buttons={card?.buttons ?? []} />
      </div>
      <div className={classes.steps}>
        <ActionIcon size="sm" aria-label={sayCommon('previous')} onClick={() => move(-1)}>
          <IconChevronLeft size={14} />
        </ActionIcon>
        <Text size="xs" c="dimmed" className="tabular">
          {say('templateCard', { number: index + 1, count: cards.length })}
        </Text>
        <ActionIcon size="sm" aria-label={sayCommon('next')} onClick={() => move(1)}>
          <IconChevronRight size={14} />
        </ActionIcon>
      </div>
    </div>
  );
}
