import { createHash } from 'node:crypto';
import { type AssistKind, type AssistUse, assistKinds, cleanText, cutText, z } from '@parley/contract';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** A draft as it was offered. @property name of its source, for the counts */
export type OfferedDraft = { chatId: string; kind: AssistKind; sourceId: string; name: string; text: string };
export type AssistUsed = Pick<OfferedDraft, 'kind' | 'sourceId' | 'name'> & { isUnchanged: boolean };

const prefix = 'assist:';
/** A reply may lie in its field, or wait for a connection, for so long and still be compared. */
const lastsMs = 14 * 24 * 60 * 60 * 1000;
const longestName = 120;

const Claims = z.object({ c: z.string(), k: z.enum(assistKinds), s: z.string(), n: z.string(), h: z.string() });

/** The same words, however they are broken into lines. */
const hashOf = (text: string): string =>
  createHash('sha256').update(text.normalize('NFC').replace(/\s+/gu, ' ').trim()).digest('base64url');

/**
 * Signs what was offered to an agent, so that the server compares a reply with it and keeps nothing of drafts that nobody takes over: a
 * message costs no write.
 */
export function signDraft(secrets: Pick<Secrets, 'sign'>, { chatId, kind, sourceId, name, text }: OfferedDraft, now: Date): string {
  const claims: z.infer<typeof Claims> = { c: chatId, k: kind, s: sourceId, n: cutText(name, longestName), h: hashOf(text) };
  return secrets.sign(`${prefix}${JSON.stringify(claims)}`, new Date(now.getTime() + lastsMs));
}

function readClaims(text: string): z.infer<typeof Claims> | undefined {
  try {
    return Claims.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Compares a reply with the draft that it names; undefined for a draft that was never offered in its chat: it counts for nothing. */
export function readUse(
  secrets: Pick<Secrets, 'verify'>,
  { chatId, text, use }: { chatId: string; text: string; use: AssistUse },
  now: Date,
): AssistUsed | undefined {
  const signed = secrets.verify(use.proof, now);
  if (!signed?.startsWith(prefix)) return undefined;
  const claims = readClaims(signed.slice(prefix.length));
  if (!claims || claims.c !== chatId || claims.k !== use.kind || claims.s !== use.sourceId) return undefined;
  // A proof of a version before may have half a character in the name, which no row takes: the reply would never leave.
  return { kind: claims.k, sourceId: claims.s, name: cleanText(claims.n), isUnchanged: claims.h === hashOf(text) };
}
