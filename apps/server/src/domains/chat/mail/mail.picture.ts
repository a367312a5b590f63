import type { MailPictureFault } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { createTurns } from '#platform/jobs/turns.ts';
import { BlockedAddress, type OpenResponse, openSafely, TooLarge } from '#platform/safe-fetch/safe-fetch.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { remotePicturesOf } from '../../messaging/door.talk.ts';
import { chatNotFound } from '../access/chat.access.ts';
import { findPage } from './mail.repository.ts';

type Mail = { enterpriseId: string; chatId: string; number: number };
export type Picture = { type: string; bytes: Buffer };

const linkMs = 24 * 3_600_000;
const limits = { maxBytes: 5 * 1024 ** 2, timeoutMs: 10_000, maxRedirects: 3 };
/** Pictures that a process has in memory at once, and those that wait for it. */
const mostAtOnce = 16;
const mostWaiting = 400;

const claimsOf = ({ enterpriseId, chatId, number }: Mail): string => `mail-picture:${chatId}:${number}:${enterpriseId}`;

/** Signs the pictures of one mail for a day, for a frame that sends no session. @returns the address of each by its place */
export function signPictures(secrets: Pick<Secrets, 'sign'>, mail: Mail, now: Date): (place: number) => string {
  const token = secrets.sign(claimsOf(mail), new Date(now.getTime() + linkMs));
  return (place) => `/e/enterprise/chat/${mail.chatId}/mail/${mail.number}/pictures/${place}?x-access-id=${token}`;
}

const inTurn = createTurns(mostAtOnce, mostWaiting, () => failed('unanswered', 'Too many pictures are being fetched.'));

const failed = (reason: MailPictureFault, text: string) => new DomainError('chat.picture_failed', text, { reason });

/** The type of a picture by its first bytes; a drawing of SVG is a program, and is none. */
function typeOf(head: Buffer): string | undefined {
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head.toString('latin1', 0, 6))) return 'image/gif';
  return /^RIFF[\s\S]{4}WEBP/.test(head.toString('latin1', 0, 12)) ? 'image/webp' : undefined;
}
const headBytes = 12;

/** Reads an answer until it is known to be none of our pictures. */
async function readPicture({ status, headers, chunks }: OpenResponse): Promise<Picture> {
  if (status !== 200) throw failed('unanswered', `The picture's server answered ${status}.`);
  if (Number(headers.get('content-length')) > limits.maxBytes) throw failed('too_large', 'The picture is too large.');
  const read: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    read.push(Buffer.from(chunk));
    size += chunk.byteLength;
    if (size >= headBytes && size - chunk.byteLength < headBytes && typeOf(Buffer.concat(read)) === undefined) break;
  }
  const bytes = Buffer.concat(read);
  const type = typeOf(bytes);
  if (type === undefined) throw failed('not_a_picture', 'This is no PNG, JPEG, GIF or WebP.');
  return { type, bytes };
}

async function fetchPicture(address: string, allowedHosts: readonly string[]): Promise<Picture> {
  const headers = { accept: 'image/png,image/jpeg,image/gif,image/webp' };
  let opened: OpenResponse | undefined;
  try {
    opened = await openSafely(address, { ...limits, headers, allowedHosts });
    return await readPicture(opened);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof BlockedAddress) throw failed('private', 'The picture lies at an address that is not public.');
    if (error instanceof TooLarge) throw failed('too_large', 'The picture is too large.');
    throw failed('unanswered', "The picture's server did not give it.");
  } finally {
    await opened?.cancel();
  }
}

/**
 * Fetches a picture of a mail for a link that a page of it has given away. Nothing of the reader goes to its server, and it is not stored.
 * @throws DomainError chat.not_found, chat.picture_failed
 */
export async function getPicture(
  deps: Deps,
  { chatId, number, place }: { chatId: string; number: number; place: number },
  accessId: string,
): Promise<Picture> {
  const claims = deps.secrets.verify(accessId, deps.now()) ?? '';
  const enterpriseId = claims.split(':')[3] ?? '';
  if (claims === '' || claims !== claimsOf({ enterpriseId, chatId, number })) throw chatNotFound();
  const found = await enterpriseContext(deps, enterpriseId).read((tx) => findPage(tx, enterpriseId, chatId, number));
  const address = remotePicturesOf(found?.page ?? '')[place - 1];
  if (address === undefined) throw chatNotFound();
  return inTurn(() => fetchPicture(address, deps.config.privateHosts));
}
