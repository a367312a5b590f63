import { type ChannelType, channelTypes } from '@parley/contract';

/** @property most how many; 0: none are shown as such, and the choices are asked for in words. @property titleLength characters that are shown */
type Choices = { most: number; titleLength: number };
/**
 * Limits of a question's choices on a vendor's channel.
 * @property payloadBytes most bytes that come back with a press
 * @property hasMedia a message with buttons may hold a picture, film or document
 */
export type ChoiceLimits = {
  buttons: Choices;
  list: Choices & { descriptionLength: number };
  payloadBytes: number;
  hasMedia: boolean;
};

const none = { most: 0, titleLength: 0 };

export const noChoices: ChoiceLimits = { buttons: none, list: { ...none, descriptionLength: 0 }, payloadBytes: 0, hasMedia: false };
/** Limits of WhatsApp; vendors that pass on Meta's own format have `metaChoices`. */
export const whatsappChoices: ChoiceLimits = {
  buttons: { most: 3, titleLength: 20 },
  list: { most: 10, titleLength: 24, descriptionLength: 72 },
  payloadBytes: 200,
  hasMedia: false,
};
export const metaChoices: ChoiceLimits = { ...whatsappChoices, hasMedia: true };
/** Quick replies, which have no description. */
export const messengerChoices: ChoiceLimits = {
  buttons: { most: 13, titleLength: 20 },
  list: { most: 13, titleLength: 20, descriptionLength: 0 },
  payloadBytes: 1000,
  hasMedia: false,
};
/** Suggestions, which have no description. */
export const rcsChoices: ChoiceLimits = {
  buttons: { most: 11, titleLength: 25 },
  list: { most: 11, titleLength: 25, descriptionLength: 0 },
  payloadBytes: 2048,
  hasMedia: false,
};
/** A keyboard. Telegram documents no limit of its titles; longer ones are cut on narrow phones, and more than a page nobody reads. */
export const telegramChoices: ChoiceLimits = {
  buttons: { most: 24, titleLength: 40 },
  list: { most: 24, titleLength: 40, descriptionLength: 0 },
  payloadBytes: 64,
  hasMedia: false,
};
/** Our own widget, where more than ten are searched. */
export const webChoices: ChoiceLimits = {
  buttons: { most: 10, titleLength: 60 },
  list: { most: 200, titleLength: 60, descriptionLength: 120 },
  payloadBytes: 200,
  hasMedia: false,
};

/** Returns the limits of a type, for vendors that carry several types by one wire. */
export const choicesOf = (type: ChannelType): ChoiceLimits =>
  ({
    [channelTypes.WHATSAPP]: whatsappChoices,
    [channelTypes.RCS]: rcsChoices,
    [channelTypes.TELEGRAM]: telegramChoices,
    [channelTypes.FACEBOOK_MESSENGER]: messengerChoices,
    [channelTypes.INSTAGRAM]: messengerChoices,
  })[type as number] ?? noChoices;
