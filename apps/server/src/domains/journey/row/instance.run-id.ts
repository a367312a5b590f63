import { createHash } from 'node:crypto';

/** The run that counts the messages of one version: the same for all callers, so that none has to look it up. A UUID of version 8. */
export function runIdOf(enterpriseId: string, journeyId: string, version: number): string {
  const hash = createHash('sha256').update(`${enterpriseId}:${journeyId}:${version}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
