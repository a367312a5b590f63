import type { Location, Media, Value, ValueMap } from '../expression/value.ts';

/** Input of an instance. */
export type Input =
  | { kind: 'message'; text: string; media: Media[]; location: Location | null }
  /** Press of our button or row: the turn that asked, and the pressed item */
  | { kind: 'press'; turn: number; item: string }
  /** Something is due: what, the instance knows */
  | { kind: 'timer' }
  /** @property node of an operator, who has found out what a call of this node has done: it goes on there, wherever the instance stands */
  | { kind: 'call'; call: number; outcome: 'DONE' | 'FAILED' | 'UNKNOWN'; status: number; answer: Value; error: string; node?: string }
  | { kind: 'agent'; exit: 'returned' | 'missed' | 'outOfHours' }
  | { kind: 'event'; event: string; key: string; data: Value }
  | { kind: 'receipt'; turn: number; place: number; receipt: 'accepted' | 'delivered' | 'read' | 'failed' }
  /** A form was sent on its page or in its flow, or closed there. @property values by the ids of their fields */
  | { kind: 'form'; filling: string; outcome: 'submitted' | 'closed'; values: ValueMap }
  /** A flow came back with answers that do not pass: the rest is asked on the page. @property text the faults in words */
  | { kind: 'form'; filling: string; outcome: 'rest'; text: string }
  | { kind: 'optOut' }
  | { kind: 'stop'; reason: 'OPERATOR' | 'RESTARTED' }
  /** A wait for an opening asks the hours again: a calendar was saved, or another one counts for it now */
  | { kind: 'hours' }
  /** It talks again, after another stream did: what is open is asked again */
  | { kind: 'resume' }
  /** An operator continues from this node, with the variables as they are */
  | { kind: 'continue'; node: string }
  /** An operator retries the failed step where the walk stands */
  | { kind: 'retry' }
  /** An operator hands over to people, with the stream's knowledge */
  | { kind: 'handOver'; department: string };
