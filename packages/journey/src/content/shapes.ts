import { type ChannelType, channelTypes } from '@parley/contract/channel/channel-types';
import type { CardShape } from './cards.ts';
import type { ChoiceShape } from './choices.ts';

const none = { most: 0, titleLength: 0 };
const onMessenger: CardShape = { most: 10, titleLength: 80, textLength: 80, items: { most: 3, titleLength: 20, links: ['url'] } };
const noList = { ...none, descriptionLength: 0 };
/** Limits for choices of each type of channel, as far as its vendors have them. Without any, choices are lines with numbers. */
const shapes: { [Type in ChannelType]: ChoiceShape } = {
  [channelTypes.SMS]: { buttons: none, list: noList, carriesFiles: false },
  [channelTypes.EMAIL]: { buttons: none, list: noList },
  [channelTypes.FACEBOOK_MESSENGER]: { buttons: { most: 13, titleLength: 20 }, list: noList, cards: onMessenger },
  [channelTypes.WHATSAPP]: {
    buttons: { most: 3, titleLength: 20 },
    list: { most: 10, titleLength: 24, descriptionLength: 72 },
    // A message with a picture and buttons.
    cards: { most: 1, titleLength: 100, textLength: 800, items: { most: 3, titleLength: 20, links: [] } },
    wordsLength: 1024,
  },
  [channelTypes.TELEGRAM]: {
    buttons: { most: 24, titleLength: 60 },
    list: noList,
    cards: { most: 1, titleLength: 100, textLength: 800, items: { most: 24, titleLength: 60, links: [] } },
    wordsLength: 1024,
  },
  [channelTypes.GOOGLE_BUSINESS_MESSENGER]: { buttons: none, list: noList },
  [channelTypes.IVRS]: { buttons: none, list: noList, carriesFiles: false },
  [channelTypes.RCS]: {
    buttons: { most: 11, titleLength: 25 },
    list: noList,
    cards: {
      most: 10,
      titleLength: 200,
      textLength: 2000,
      items: { most: 4, titleLength: 25, links: ['url', 'call', 'place', 'askPlace', 'calendar'] },
      takesUntitled: true,
      hasLooks: true,
      countsUnits: true,
    },
  },
  [channelTypes.INSTAGRAM]: { buttons: { most: 13, titleLength: 20 }, list: noList, cards: onMessenger },
  [channelTypes.WEB]: {
    buttons: { most: 10, titleLength: 80 },
    list: { most: 100, titleLength: 80, descriptionLength: 200 },
    cards: {
      most: 10,
      titleLength: 200,
      textLength: 2000,
      items: { most: 10, titleLength: 80, links: ['url', 'call', 'place'] },
      takesUntitled: true,
    },
  },
};

/** Returns the largest limits for choices of a type of channel; an adapter may show less. */
export const shapeOfType = (type: ChannelType): ChoiceShape => shapes[type];

/** The same by the type's name, as saved conversations have it; what nobody knows shows nothing but text. */
export const shapeOfName = (name: string): ChoiceShape =>
  Object.hasOwn(channelTypes, name) ? shapes[channelTypes[name as keyof typeof channelTypes]] : { buttons: none, list: noList };
