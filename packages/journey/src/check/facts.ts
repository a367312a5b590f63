import type { ChoiceShape } from '../content/choices.ts';
import type { KnownType } from '../expression/check.ts';

/** @property windowHours for how many hours after the customer's last message it takes free content; 0: at any time; @property textLimit characters of a text; 0: no limit */
export type ChannelFacts = { windowHours: number; textLimit: number };

/** Facts of the enterprise that a check uses: existing records, and the limits of its channels. */
export type CheckFacts = {
  /** True if the enterprise has what is named; left out: nobody asks */
  hasRef?(ref: string, id: string): boolean;
  /** True if the enterprise has a calendar of this name; left out: nobody asks */
  hasCalendar?(name: string): boolean;
  /** True if the template's vendor has approved it */
  isApproved?(templateId: string): boolean;
  /** Number of people in the department; undefined: nobody knows. Left out: nobody asks */
  membersOf?(departmentId: string): number | undefined;
  /** Channels on which rules begin the stream, beside those of its settings */
  attached?: readonly { id: string; name: string }[];
  /** Channels that the stream is meant for, by name */
  shapes: readonly { name: string; shape: ChoiceShape }[];
  /** Limits of a channel, by its id; undefined: it takes anything. Left out: nobody asks */
  takenBy?(channelId: string): ChannelFacts | undefined;
  /** Fields and attributes of customers */
  customer: Readonly<Record<string, KnownType>>;
  /** Streams inside of a stream, as they are published */
  inside?(streamId: string): readonly string[];
};
