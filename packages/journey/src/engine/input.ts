import type { Location, Media, Value } from '../expression/value.ts';

/** What comes to an instance. */
export type Input =
  | { kind: 'message'; text: string; media: Media[]; location: Location | null }
  /** Of a button or a row of ours: which turn asked, and what was pressed */
  | { kind: 'press'; turn: number; item: string }
  /** Something is due: what, the instance knows */
  | { kind: 'timer' }
  /** @property node of an operator, who has found out what a call of this node has done: it goes on there, wherever the instance stands */
  | { kind: 'call'; call: number; outcome: 'DONE' | 'FAILED' | 'UNKNOWN'; status: number; answer: Value; error: string; node?: string }
  | { kind: 'agent'; exit: 'returned' | 'missed' | 'outOfHours' }
  | { kind: 'event'; event: string; key: string; data: Value }
  | { kind: 'receipt'; turn: number; place: number; receipt: 'accepted' | 'delivered' | 'read' | 'failed' }
  | { kind: 'optOut' }
  | { kind: 'stop'; reason: 'OPERATOR' | 'RESTARTED' }
  /** It talks again, after another stream did: what is open is asked again */
  | { kind: 'resume' }
  /** Of an operator: from this node on, with the variables as they are */
  | { kind: 'continue'; node: string }
  /** Of an operator: what failed is tried once more, where it stands */
  | { kind: 'retry' }
  /** Of an operator: to people, with what the stream knows */
  | { kind: 'handOver'; department: string };
