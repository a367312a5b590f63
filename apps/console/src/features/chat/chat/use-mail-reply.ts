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

/** @property number of the entry whose mail a reply answers @property people of the chat's mails */
export type AnsweredMail = { number: number; mail: EntryMail; people: readonly MailPerson[] };

/**
 * The mail that a reply in a chat answers; undefined: it is none by mail, or holds none of which more than its words is known. Whose roles hide
 * addresses names nobody: their reply goes to whom the chat is with.
 */
export const useAnsweredMail = ({ messages, channelType }: ChatDetail): AnsweredMail | undefined =>
  useMemo(() => {
    const answered = channelType === channelTypes.EMAIL ? answeredMail(messages) : undefined;
    return answered && answered.mail.from.address !== '' ? { ...answered, people: peopleOf(messages) } : undefined;
  }, [messages, channelType]);

const none: readonly string[] = [];

/**
 * Subject and recipients of a reply until it is sent. Until somebody writes there, they are those of an answer to the newest mail's sender. What is
 * written is kept with the draft.
 */
export function useMailReply(chatId: string, answered: AnsweredMail | undefined) {
  const { data } = useQuery({ ...replyingMailQuery(chatId), enabled: answered !== undefined });
  const [written, setWritten] = useState(() => getDraftMail(chatId));
  useEffect(() => onDraftChanged(chatId, () => setWritten(getDraftMail(chatId))), [chatId]);
  const own = data?.own ?? none;
  if (!answered) return undefined;
  const { number, mail, people } = answered;
  const begin = (isToAll: boolean): MailDraft => ({
    subject: replySubject(mail.subject),
    ...replyLines(mail, own, isToAll),
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
  const isOwn = ({ address }: MailPerson) => own.some((one) => one.toLowerCase() === address.toLowerCase());
  return {
    current,
    people: people.filter((person) => !isOwn(person)),
    signature: data?.signature ?? '',
    /** The reply goes to somebody. */
    hasReader: current.to.length > 0,
    /** There is somebody beside the sender. */
    hasOthers: toAll.to.length + toAll.cc.length > 1,
    isToAll: sameLines(current, toAll),
    replyTo: (isToAll: boolean) => keep({ ...current, ...replyLines(mail, own, isToAll), answers: number }),
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
