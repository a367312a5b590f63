import type { Secrets } from '../secrets/secrets.ts';

const linkMs = 24 * 3_600_000; // a page that stays open for a working day still shows its pictures

/** A link to one stored file of an enterprise that works for a day without a session, for pages and people that have none. */
export function signFileUrl({ secrets }: { secrets: Pick<Secrets, 'sign'> }, enterpriseId: string, fileId: string, now: Date): string {
  const token = secrets.sign(`file:${fileId}:${enterpriseId}`, new Date(now.getTime() + linkMs));
  return `/e/enterprise/files/${fileId}?x-access-id=${token}`;
}

const ownFile = /^(?:https?:\/\/[^/]+)?\/e\/enterprise\/files\/([0-9a-f-]{36})(?:\?|$)/i;

/** The file of ours that an address names, if it names one; of any host, since what is refused by it must not be written otherwise. */
export const fileIdOf = (url: string): string | undefined => ownFile.exec(url)?.[1];
