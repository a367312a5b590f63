import type { ChoiceShape } from '../content/choices.ts';
import type { ValueMap } from '../expression/value.ts';
import type { FormFacts } from '../form/facts.ts';
import type { FormState } from '../form/state.ts';
import type { OpenedFlow, Send } from './effects.ts';

/** Parsers of answers in words, given by a part that knows languages. They return null for texts that are no such value. */
export type Readers = {
  number(text: string, language: string): number | null;
  /** 'unclear': it can be two days */
  date(
    text: string,
    options: { language: string; zone: string; now: number; hasTime: boolean },
  ): { day: string } | { at: number } | 'unclear' | null;
};

/** A calendar by its id, or by the name that an expression has for it; null: that of the chat's department. */
export type AskedCalendar = string | null | { named: string };

/**
 * Hours of a calendar.
 * @property calendarId null: there is none, and it is always open
 * @property opensAt the instant itself while it is open; null: it does not open within the time that calendars are looked ahead
 */
export type OpenHours = { calendarId: string | null; isOpen(at: number): boolean; opensAt(at: number): number | null };

/** Facts of a turn about the world. They are read once before it; nothing in them changes while the turn runs. */
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
  /** Reason of the gate for refusing a message, such as OPTED_OUT; '' where it passes */
  refusalOf(send: Send): string;
  /** Hours of a calendar; undefined: there is no such calendar */
  hoursOf(calendar: AskedCalendar): OpenHours | undefined;
  /** The address of an event's iCalendar file; left out: its time is said instead */
  eventLink?(event: { title: string; startsAt: string; endsAt: string }): string;
  /** Another stream talks with the customer, and this one has waited for that as long as it may: all of its questions are refused */
  isBusy?: boolean;
  /** Address of the page on which a filling goes on; left out: there are no pages, and forms are asked one by one */
  pageOf?(filling: string): string;
  /** Progress of a filling that somebody has gone on with by another face; undefined: nobody has */
  filledIn?(filling: string): { revision: number; state: FormState } | undefined;
  /** The flow that a form has on this channel, opened for a filling; undefined: it has none that may be sent */
  flowOf?(asked: { form: string; filling: string; state: FormState; facts: FormFacts; now: number }): OpenedFlow | undefined;
  /** Decides about random splits: a person keeps their branch */
  customerId: string;
  /** Processor time so far of the thread that takes the turn, in milliseconds; left out: its work alone bounds a turn */
  processorMs?(): number;
  /** Nodes that one turn may visit */
  mostNodes: number;
};
