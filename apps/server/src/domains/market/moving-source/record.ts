import type { MovedAuthor, MoveReason, MoveRecordKind } from '@parley/contract';

export type MovedFile = { name: string; address: string };
/** @property at milliseconds */
export type ReadMessage = { key: string; at: number; by: MovedAuthor; name: string; text: string; isNote: boolean; files: MovedFile[] };

/** A wish not to be written to. */
export type ReadOptOut = { by: 'email' | 'number'; kind: 'blocked' | 'opted_out'; reason: string };

export type ReadContact = {
  kind: 'contact';
  key: string;
  name: string;
  phone: string;
  email: string;
  /** The name that the enterprise's own systems have for them */
  externalId: string;
  labels: string[];
  lists: string[];
  optOuts: ReadOptOut[];
  attributes: Record<string, string>;
};
export type ReadConversation = {
  kind: 'conversation';
  key: string;
  contactKey: string;
  contactName: string;
  contactAddress: string;
  inboxKey: string;
  inboxName: string;
  teamKey: string;
  teamName: string;
  agents: { key: string; name: string; email: string }[];
  labels: string[];
  subject: string;
  startedAt: number;
  endedAt: number;
  messages: ReadMessage[];
};
/** Messages that come apart from their conversation. */
export type ReadMessages = { kind: 'messages'; conversationKey: string; messages: ReadMessage[] };
/** Something with a name alone. */
export type ReadNamed = { kind: 'agent' | 'inbox' | 'team' | 'label' | 'list'; key: string; name: string; email: string };
export type ReadReply = { kind: 'reply'; key: string; name: string; text: string };
export type ReadDrop = { kind: 'drop'; of: MoveRecordKind; reason: MoveReason; sample: string };

/** One record of an export in the form that all products share. */
export type ReadRecord = ReadContact | ReadConversation | ReadMessages | ReadNamed | ReadReply | ReadDrop;

/** The kind of records in a file, told by its name; '': none. */
export type Hint = 'contact' | 'conversation' | 'messages' | 'agent' | 'inbox' | 'team' | 'label' | 'list' | 'reply' | '';

/** Reads values of one product. It remembers names of people who stand in other records by their ids alone. */
export type SourceReader = {
  json: (value: Record<string, unknown>, hint: Hint, fileName: string) => ReadRecord[];
  csv: (cells: Readonly<Record<string, string>>, hint: Hint) => ReadRecord[];
};
