import type { ChoiceItem, LocalText } from '../../document/fields.ts';
import type { Value } from '../../expression/value.ts';
import type { Collector } from './collector.ts';

/** A variable that a node gives a value to, by the exit behind which it has it; '' stands for every exit. */
export type Setting = { variable: string; exits: readonly string[] | '' };

/** Places where a secret of a node would be read: outside of the house, in the phone book, or among what waits. */
export type Leak = 'leavesHouse' | 'inPhoneBook' | 'inWait';

/** Facts of a kind of node that the check, the designer and the forecast of the costs ask for: what it reads, sets and sends. */
export type Sources<Config> = {
  /** Collects its expressions, its texts with placeholders, and its words for people, without the texts for asking again; left out: none */
  collect?(to: Collector, config: Config): void;
  /** Variables that it sets; left out: that of a question, and otherwise none */
  sets?(config: Config): Setting[];
  /** The variable to which the value of a field is assigned */
  assigns?(config: Config, field: string): string | undefined;
  /** Values of its variables that are known before it runs, such as those of a sample */
  fills?(config: Config): { variable: string; value: Value; field: string; path: string }[];
  /** Variables that get the answers of customers; left out: that of a question, and otherwise none */
  asksFor?(config: Config): readonly string[];
  /** True if it waits for a customer's words; left out: questions do, and whatever waits for a choice */
  hears?: true;
  /** True if what it sets tells of a secret that this field reads; left out: never */
  passesOn?(field: string): boolean;
  /** Its answer comes from another system, which reads what it is given */
  isCall?: true;
  /** Fields that would show a secret, and where; left out: all of a call or of what is sent */
  leaks?: { as: Leak; field?: string };
  /**
   * True if somebody who leaves by an exit has waited there for something that the stream does not cause itself; left out: questions wait, and
   * messages that say so. @param isDateAhead of a wait for a date: whether the date may lie ahead each time
   */
  waits?(config: Config, exit: string, isDateAhead: boolean): boolean;
  /** The most seconds that it may wait before it is left by an exit, 'answered' where the customer has just written; left out: as a question */
  waited?(config: Config, exit: string): number | 'answered';
  /** The node for whose receipt it waits */
  awaitsReceiptOf?(config: Config): string | undefined;
  /** It leads on by what an expression says */
  branches?: true;
  /** The field of its free content, which a channel may refuse; left out: its settings of sending */
  freeField?(config: Config): string | undefined;
  /** Choices that channels may show in another form */
  choices?(config: Config): { items: readonly ChoiceItem[]; style: 'buttons' | 'list' };
  /** True if somebody comes back out of it at all; left out: yes */
  comesBack?(config: Config): boolean;
  /** Most messages that it sends at once; left out: one where it sends */
  messages?(config: Config): number;
};

export const settingOf = (variable: string, exits: Setting['exits']): Setting[] => (variable === '' ? [] : [{ variable, exits }]);

/** A wait of so many seconds is one; a shorter one keeps nobody from being written to again and again. */
export const leastWait = 60;

/** null: as long as a stream lives, which is longer than any window */
export const orEndless = (seconds: number | null): number => seconds ?? Number.POSITIVE_INFINITY;

/** Sources of a node that reads nothing. */
export const noSources: Sources<unknown> = {};

/** Sources of a node that has nothing but its text. */
export const textSources: Sources<{ text: LocalText }> = { collect: (to, { text }) => to.words('text', text) };
