import { chatActionTypes, type EntryMarks, missedReasonTexts, showBytes, showInstant } from '@parley/contract';
import { parseMarkup, stripMarkup } from '@parley/contract/markup';
import { isTakenBack } from '../record/chat.present.ts';
import type { ActionRow } from '../record/chat.repository.ts';
import { isOfStream } from '../record/chat.rules.ts';
import type { SideRow } from '../side/side.repository.ts';

/**
 * One line of a transcript as a person reads it, with its time in the enterprise's zone.
 * @property author '' for lines of the system
 * @property file name and size of what was sent with it
 * @property fileId of a picture that can be shown
 */
export type TranscriptLine = {
  kind: 'customer' | 'ours' | 'system' | 'note';
  at: string;
  author: string;
  text: string;
  file: string;
  fileId: string | null;
};

type Setting = { timeZone: string; brand: string; isInternal: boolean };

const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Lines of entries and notes in the order of their times. What customers may not see is left out of a transcript for them. */
export function linesOf(rows: readonly ActionRow[], notes: readonly SideRow[], setting: Setting): TranscriptLine[] {
  const said = rows.flatMap((row) => {
    const line = lineOf(row, setting);
    return line ? [{ order: row.actedOn.getTime(), line }] : [];
  });
  const noted = notes.map((note) => ({ order: note.at.getTime(), line: noteLine(note, setting) }));
  // A stable order: of the same moment, what was said stands above what was noted about it.
  return [...said, ...noted].sort((a, b) => a.order - b.order).map(({ line }) => line);
}

const noteLine = ({ at, authorName, text }: SideRow, { timeZone }: Setting): TranscriptLine => ({
  kind: 'note',
  at: showInstant(at, 'instant', timeZone),
  author: authorName,
  text,
  file: '',
  fileId: null,
});

function lineOf(row: ActionRow, setting: Setting): TranscriptLine | undefined {
  const isOfCustomer = row.actionType === chatActionTypes.customerReply;
  if (!isOfCustomer && row.actionType !== chatActionTypes.agentReply) return systemLine(row, setting);
  // The customer sees it no more.
  if (isTakenBack(row) && !setting.isInternal) return undefined;
  const { attachment } = row;
  return {
    kind: isOfCustomer ? 'customer' : 'ours',
    at: showInstant(writtenAtOf(row), 'instant', setting.timeZone),
    author: isOfStream(row) ? setting.brand : row.authorName || (isOfCustomer ? 'Customer' : 'System'),
    text: [stripMarkup(parseMarkup(row.message)), ...remarksOf(row)].filter(Boolean).join('\n'),
    file: attachment ? `${attachment.name} (${showBytes(attachment.size, 'en')})` : '',
    fileId: attachment && pictures.has(attachment.type) && !attachment.isUnusual ? attachment.id : null,
  };
}

/** Returns the writing time, which may be before the arrival. */
const writtenAtOf = ({ detail, actedOn }: ActionRow): Date => (typeof detail.writtenAt === 'string' ? new Date(detail.writtenAt) : actedOn);

function remarksOf({ detail, authorKind }: ActionRow): string[] {
  const { edited, revoked } = detail as EntryMarks;
  return [
    ...(edited ? ['(changed later)'] : []),
    ...(revoked ? [authorKind === 'customer' ? '(taken back by the customer)' : '(taken back)'] : []),
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function systemLine(row: ActionRow, { timeZone, isInternal }: Setting): TranscriptLine | undefined {
  const text = isInternal ? internalText(row) : outerText(row);
  return text === ''
    ? undefined
    : { kind: 'system', at: showInstant(row.actedOn, 'instant', timeZone), author: '', text, file: '', fileId: null };
}

/** The course of a chat as a customer may hear of it: no names of departments, no notes, no remarks. */
function outerText({ actionType, authorName, authorKind, detail }: ActionRow): string {
  switch (actionType) {
    case chatActionTypes.customerStartChat:
      return 'The chat began.';
    case chatActionTypes.agentPickedUp:
    case chatActionTypes.agentAcceptedInvite:
      return authorKind === 'agent' && authorName ? `${authorName} joined the conversation.` : '';
    case chatActionTypes.customerRating:
      return `Rating: ${Number(detail.stars ?? 0)} of 5`;
    case chatActionTypes.agentClosedChat:
      return 'The chat has ended.';
    case chatActionTypes.agentMissedChat:
      return 'Nobody could answer.';
    default:
      return '';
  }
}

/** The whole course of a chat, as the console tells it. */
function internalText(row: ActionRow): string {
  const { actionType, authorName, detail, message } = row;
  const name = authorName || 'Somebody';
  const other = textOf(detail.agentName) || textOf(detail.departmentName) || textOf(detail.name) || 'a colleague';
  const noted = (line: string, note = textOf(detail.note)) => (note === '' ? `${line}.` : `${line}: ${note}`);
  switch (actionType) {
    case chatActionTypes.customerStartChat:
      return 'The chat began.';
    case chatActionTypes.agentPickedUp:
      return `${name} picked up the chat.`;
    case chatActionTypes.agentTransferred:
      if (detail.returned) return `The transfer to ${other} came back.`;
      return noted(detail.returnedTo ? `${name} returned the chat to ${other}` : `${name} transferred the chat to ${other}`);
    case chatActionTypes.agentInvited:
      return detail.returned ? `The invitation of ${other} came back.` : noted(`${name} invited ${other}`);
    case chatActionTypes.agentAcceptedInvite:
      return `${name} joined the chat.`;
    case chatActionTypes.customerRating: {
      const words = message || textOf(detail.comment);
      return `Rating: ${Number(detail.stars ?? 0)} of 5${words ? `: ${words}` : ''}`;
    }
    case chatActionTypes.agentClosedChat:
      return noted(row.authorKind === 'agent' ? `${name} closed the chat` : 'The chat has ended', textOf(detail.feedback));
    case chatActionTypes.agentLeftChat:
      return `${name} left the chat.`;
    case chatActionTypes.agentMissedChat:
      return `Missed: ${missedReasonTexts[Number(detail.reason ?? 1)] ?? ''}`;
    case chatActionTypes.chatError:
      return textOf(detail.call) === '' ? message : `Video call: ${callTexts[textOf(detail.call)] ?? ''}`;
    default:
      return message;
  }
}

const callTexts: Record<string, string> = {
  consentGiven: 'the customer agreed to the recording.',
  consentRefused: 'the customer refused the recording.',
  consentWithdrawn: 'the customer withdrew the consent to the recording.',
};
