import type { ChoiceShape } from '../content/choices.ts';
import type { ValueMap } from '../expression/value.ts';
import type { Send } from './effects.ts';

/** How answers in words are read: by whoever knows languages. What is no such thing is null. */
export type Readers = {
  number(text: string, language: string): number | null;
  /** 'unclear': it can be two days */
  date(
    text: string,
    options: { language: string; zone: string; now: number; hasTime: boolean },
  ): { day: string } | { at: number } | 'unclear' | null;
};

/** What a turn knows of the world. Read once before it; nothing in it changes while the turn runs. */
export type Facts = {
  zone: string;
  /** The customer's; '' where nobody knows */
  language: string;
  country: string;
  /** Fields and attributes by name, `groups` and `labels` by id */
  customer: ValueMap;
  channel: ValueMap;
  isWindowOpen: boolean;
  shape: ChoiceShape;
  readers: Readers;
  /** Why the gate would not let a message pass, such as OPTED_OUT; '' where it would */
  refusalOf(send: Send): string;
  /** Another stream talks with the customer, and this one has waited for that as long as it may: whatever it would ask is refused */
  isBusy?: boolean;
  /** Decides about random splits: a person keeps their branch */
  customerId: string;
  /** Nodes that one turn may visit */
  mostNodes: number;
};
