import type { ChatMark } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { listOffered } from './label.repository.ts';

type Labelled = { enterpriseId: string; deptId: string | null; labels: readonly ChatMark[]; tag: string };

/**
 * Resolves a name to a chat's label. It may be one of those that the chat may get, or one that it has, even if retired by now. Where
 * nobody has made labels, it is words of the agent's own.
 * @throws DomainError chat_label.unknown with the names that there are
 */
export async function chooseLabel(tx: Tx, chat: Labelled, name: string): Promise<{ labelId: string | null; tag: string }> {
  const none = { labelId: null, tag: '' };
  if (name === '') return none;
  const isNamed = (other: string | null) => other?.toLowerCase() === name.toLowerCase();
  const offered = await listOffered(tx, chat.enterpriseId, chat.deptId);
  const label = offered.find((one) => isNamed(one.name));
  if (label) return { ...none, labelId: label.labelId };
  const mark = chat.labels.find((one) => isNamed(one.name));
  if (mark) return { ...none, labelId: mark.id };
  if (offered.length === 0 || isNamed(chat.tag)) return { ...none, tag: name };
  throw refuseLabel(offered);
}

/** A label that the chat cannot get, with the names that there are. */
export function refuseLabel(offered: readonly { name: string }[]): DomainError {
  const labels = offered.map(({ name }) => name);
  return new DomainError('chat_label.unknown', `Choose one of the labels: ${labels.join(', ')}.`, { labels });
}
