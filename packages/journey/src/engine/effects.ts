import type { CardHeight, CardLayout } from '@parley/contract/channel/rich-card-kinds';
import type { ChoiceContent, ShownItem } from '../content/choices.ts';
import type { Ref } from '../document/fields.ts';
import type { Comparison } from '../expression/trace.ts';
import type { Media, Value } from '../expression/value.ts';
import type { FormAnswers, FormState } from '../form/state.ts';
import type { Retries } from '../nodes/data.http/schema.ts';
import type { EndReason, InstanceState } from './state.ts';

export type MediaRef = { kind: 'library'; id: string } | { kind: 'value'; media: Media };
export type SentCard = {
  title: string;
  text: string;
  media: MediaRef | null;
  items: { id: string; title: string; action: ShownItem['action'] }[];
};
/**
 * A flow as the message names it. @property token of the filling that comes of it
 * @property opens its first screen with what is known; null: it asks the server for it
 */
export type OpenedFlow = { flowId: string; token: string; opens: { screen: string; data: Record<string, unknown> } | null };
/** Content of a message. Ids of buttons and rows are those of items; the sender makes payloads of them that name instance and turn. */
export type SentContent =
  | { kind: 'text'; text: string; showsLink: boolean }
  | { kind: 'media'; media: MediaRef; caption: string }
  | ({ media: MediaRef | null } & ChoiceContent & { kind: 'buttons' | 'list' })
  | { kind: 'template'; template: string; values: Record<string, string>; media: MediaRef | null; items: string[] }
  | { kind: 'cards'; cards: SentCard[]; looks?: { height: CardHeight; layout: CardLayout } }
  | ({ kind: 'flow'; text: string; button: string } & OpenedFlow)
  | { kind: 'location'; latitude: number; longitude: number; name: string; address: string };

/** A message, in the order of its turn. */
export type Send = {
  kind: 'send';
  node: string;
  place: number;
  content: SentContent;
  /** Content for people to read, where the original contains secrets */
  shown?: SentContent;
  via: string;
  outsideWindow: string;
  pauseSeconds: number;
  purpose: 'utility' | 'marketing' | 'authentication';
  language: string;
};

export type CallRequest =
  | {
      kind: 'http';
      method: string;
      address: string;
      query: [string, string][];
      headers: [string, string][];
      body: { kind: 'none' } | { kind: 'json'; text: string } | { kind: 'form'; fields: [string, string][] };
      integration: string;
      timeoutSeconds: number;
      isSafe: boolean;
      /** Left out: the usual ones */
      retries?: Retries;
    }
  | { kind: 'query'; integration: string; statement: string; parameters: unknown[] }
  | { kind: 'speech'; media: Media; languages: string[]; leastConfidence: number }
  | { kind: 'knowledge'; sources: string[]; question: string; leastScore: number }
  /** @property state of the bot's talk, as its last answer gave it */
  | { kind: 'skill'; bot: string; text: string; state: Value };

/** Requests of a turn, carried out in one transaction with it. */
export type Effect =
  | Send
  /** @property isSecret its request contains secrets, and so does its answer */
  | { kind: 'call'; node: string; call: number; request: CallRequest; isSecret?: true }
  | {
      kind: 'customer';
      attributes: { attribute: string; value: Value }[];
      language: string | null;
      consent: { channel: string; state: 'Granted' | 'Refused'; wording: string } | null;
    }
  | { kind: 'sets'; action: 'add' | 'remove'; sets: Ref[] }
  | { kind: 'milestone'; milestone: string }
  | {
      kind: 'handOver';
      node: string;
      department: string;
      priority: number;
      note: string;
      shown: { name: string; value: string }[];
      returns: boolean;
    }
  /** @property shown as people may read it, where it is not the text itself */
  | { kind: 'endChat'; text: string; shown?: string; asksRating: boolean }
  /** A form is opened: how it begins, and until when it stays open; null: as its settings say */
  | {
      kind: 'openForm';
      node: string;
      filling: string;
      form: string;
      face: 'page' | 'flow' | 'questions';
      state: FormState;
      dueAt: number | null;
      language: string;
    }
  /** A form that is asked one by one has come further. @property done null: it is not sent yet */
  | { kind: 'fillForm'; filling: string; state: FormState; done: FormAnswers | null }
  /** Attributes that a form has not overwritten, since they changed while it was filled in */
  | { kind: 'formConflicts'; filling: string; conflicts: { attribute: string; name: string; had: Value; now: Value; said: Value }[] }
  /** Nobody waits for the form any more */
  | { kind: 'closeForm'; filling: string; outcome: 'CLOSED' | 'EXPIRED' }
  | { kind: 'ended'; state: InstanceState; reason: EndReason; outcome: string };

/** Record of a turn's work at one node. */
export type Visit = {
  stream: string;
  node: string;
  /** null: it waits there, or ended there */
  exit: string | null;
  comparisons: Comparison[];
  /** Variables that it set, as people may see them */
  sets: { name: string; value: string }[];
  /** Faults that the walk skipped */
  warnings: string[];
};
