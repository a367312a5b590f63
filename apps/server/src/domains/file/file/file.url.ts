import type { Deps } from '../../../deps.ts';

const linkMs = 24 * 3_600_000; // a page that stays open for a working day still shows its pictures

/** A link to one stored file of an enterprise that works for a day without a session, for pages and people that have none. */
export function signFileUrl(deps: Pick<Deps, 'secrets'>, enterpriseId: string, fileId: string, now: Date): string {
  const token = deps.secrets.sign(`file:${fileId}:${enterpriseId}`, new Date(now.getTime() + linkMs));
  return `/e/enterprise/files/${fileId}?x-access-id=${token}`;
}
