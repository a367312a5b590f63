import type { WidgetEventData, WidgetEventType, WidgetRequestData } from '@parley/contract';

export type {
  Attachment,
  MessageChoices,
  ShownCard,
  ShownRichCard,
  WidgetConfig,
  WidgetEntry,
  WidgetEventData,
  WidgetForm,
  WidgetRequestData,
  WidgetRequestType,
  WidgetRule,
} from '@parley/contract';

/** Answers of the form before a chat. */
export type Answers = WidgetRequestData<'fillForm'>;

/** Every event of the server as one union, so a `switch` knows the data of each. */
export type WidgetEvent = { [T in WidgetEventType]: { type: T; data: WidgetEventData<T> } }[WidgetEventType];

// Written again and not imported: the contract's modules bring their validator along, which is four times the widget's size.
export const messageLimit = 4096;
export const pingMs = 30_000;
export const firstReconnectMs = 2_000;
export const reconnectMs = 3_000;
export const reconnectJitterMs = 1_000;
/** "typing" is repeated every 4 s while it lasts; one lost repeat must not blink the indicator. */
export const typingRepeatMs = 4_000;
export const typingExpiryMs = 6_000;
/** A partial answer expires after this time without another word: its author is gone. */
export const partialExpiryMs = 25_000;
