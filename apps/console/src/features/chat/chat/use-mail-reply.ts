import {
  type ChatDetail,
  channelTypes,
  type EntryMail,
  type MailDraft,
  type MailPerson,
  type MailReply,
  replyLines,
  replySubject,
} from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { draftSync } from './draft-sync.ts';
import { getDraftMail, onDraftChanged, setDraftMail } from './drafts.ts';
import { replyingMailQuery } from './mail.queries.ts';
import { answeredMail, peopleOf } from './mail-of.ts';

/** @property number of the entry whose mail a reply answers @property people of the chat's mails; none where the reader's roles hide addresses */
export type AnsweredMail = { number: number; mail: EntryMail; people: readonly MailPerson[]; isHidden?: boolean };

/** The mail that a reply in a chat answers; undefined: it is none by mail, or holds none of which more than its words is known. */
export const useAnsweredMail = ({ messages, channelType }: ChatDetail): AnsweredMail | undefined =>
  useMemo(() => {
    const answered = channelType === channelTypes.EMAIL ? answeredMail(messages) : undefined;
    return answered && { ...answered, people: peopleOf(messages), isHidden: answered.mail.from.address === '' };
  }, [messages, channelType]);

const none: readonly string[] = [];

/**
 * Subject and recipients of a reply until it is sent. Until somebody writes there, they are those of an answer to the newest mail's sender. What is
 * written is kept with the draft.
 */
export function useMailReply(chatId: string, answered: AnsweredMail | undefined) {
  const [written, setWritten] = useState(() => getDraftMail(chatId));
  const isHidden = answered?.isHidden ?? false;
  const asked = isHidden ? (written?.answers ?? answered?.number) : undefined;
  const { data } = useQuery({ ...replyingMailQuery(chatId, asked), enabled: answered !== undefined });
  useEffect(() => onDraftChanged(chatId, () => setWritten(getDraftMail(chatId))), [chatId]);
  const own = data?.own ?? none;
  // A mail of ours without an address hides nothing: its reply goes to whom the chat is with.
  if (!answered || (isHidden && data?.lines === null)) return undefined;
  const { number, mail, people } = answered;
  const linesTo = (isToAll: boolean) =>
    isHidden ? { to: [], cc: [], bcc: [], goesTo: isToAll ? ('all' as const) : ('sender' as const) } : replyLines(mail, own, isToAll);
  const begin = (isToAll: boolean): MailDraft => ({
    subject: replySubject(mail.subject),
    ...linesTo(isToAll),
    answers: number,
    isQuoting: written?.isQuoting ?? false,
  });
  const current = written ?? begin(false);
  const keep = (next: MailDraft | undefined) => {
    setWritten(next);
    setDraftMail(chatId, next);
    draftSync.changed(chatId);
  };
  const toAll = begin(true);
  const hidden = isHidden && data?.lines ? data.lines : undefined;
  const isOwn = ({ address }: MailPerson) => own.some((one) => one.toLowerCase() === address.toLowerCase());
  return {
    current,
    people: people.filter((person) => !isOwn(person)),
    signature: data?.signature ?? '',
    /** Names of those whom the server writes to, where addresses are hidden; undefined: the reply names them. */
    hidden: isHidden ? (hidden?.[current.goesTo ?? 'sender'] ?? { to: [], cc: [] }) : undefined,
    /** The reply goes to somebody. */
    hasReader: isHidden ? hidden === undefined || hidden[current.goesTo ?? 'sender'].to.length > 0 : current.to.length > 0,
    /** There is somebody beside the sender. */
    hasOthers: hidden ? hidden.all.to.length + hidden.all.cc.length > 1 : toAll.to.length + toAll.cc.length > 1,
    isToAll: isHidden ? current.goesTo === 'all' : sameLines(current, toAll),
    replyTo: (isToAll: boolean) => keep({ ...current, ...linesTo(isToAll), answers: number }),
    change: (part: Partial<MailDraft>) => keep({ ...current, ...part }),
    /** Gives away subject and recipients, which leave with the words; the next reply begins anew. */
    take: (): MailReply => {
      if (written) keep(undefined);
      return current;
    },
  };
}

export type WrittenMail = NonNullable<ReturnType<typeof useMailReply>>;

const addressesOf = (people: readonly MailPerson[]): string => people.map(({ address }) => address.toLowerCase()).join();
const sameLines = (one: MailDraft, other: MailDraft): boolean =>
  addressesOf(one.to) === addressesOf(other.to) && addressesOf(one.cc) === addressesOf(other.cc) && one.bcc.length === 0;
