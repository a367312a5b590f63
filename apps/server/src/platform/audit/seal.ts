import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { AuditEntryTable } from '../db/schema.audit.ts';
import { canonical } from './changes.ts';

/** An entry as it is hashed: the columns of audit_entries without the hash itself. */
export type SealedFields = Omit<AuditEntryTable, 'hash' | 'mac'>;

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The canonical text over which an entry's hash is computed: of a list of texts and whole numbers, what JSON.stringify writes is RFC 8785. */
export const sealedText = (entry: SealedFields): string =>
  JSON.stringify([
    entry.enterpriseId,
    entry.entryId,
    entry.at.getTime() * 1000,
    entry.actorKind,
    entry.actorId,
    entry.actorName,
    entry.address,
    entry.module,
    entry.action,
    entry.kind,
    entry.recordId,
    entry.recordName,
    entry.result,
    entry.requestId,
    entry.reason,
    entry.detailsHash?.toString('hex') ?? null,
  ]);
export const hashEntry = (entry: SealedFields): Buffer => sha256('audit-v1\n', sealedText(entry));
export const hashDetails = (salt: Buffer, details: string): Buffer => sha256(salt, details);

export const firstLink = Buffer.alloc(32);
/** The link of the chain after `previous`; seal_audit() of the database computes the same. */
export function linkAfter(previous: Buffer, number: number, entryHash: Buffer): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(number));
  return sha256(Buffer.of(1), previous, place, entryHash);
}

/** RFC 6962, 2.1: the root of the Merkle tree over the hashes of at least one entry. */
export function merkleRoot(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return sha256(Buffer.of(0), hashes[0] as Buffer);
  const half = 2 ** Math.ceil(Math.log2(hashes.length) - 1);
  return sha256(Buffer.of(1), merkleRoot(hashes.slice(0, half)), merkleRoot(hashes.slice(half)));
}

export type Segment = {
  enterpriseId: string;
  firstNumber: number;
  lastNumber: number;
  previousLink: Buffer;
  lastLink: Buffer;
  root: Buffer;
};
/** The canonical text of a segment that is signed. */
export const segmentText = ({ enterpriseId, firstNumber, lastNumber, previousLink, lastLink, root }: Segment): string =>
  canonical([
    'audit-segment-v1',
    enterpriseId,
    firstNumber,
    lastNumber,
    previousLink.toString('hex'),
    lastLink.toString('hex'),
    root.toString('hex'),
  ]);

/** A copy outside of the product proves that nothing up to the number was written anew. */
export type Checkpoint = { enterpriseId: string; number: number; link: Buffer; at: Date };
export const checkpointText = ({ enterpriseId, number, link, at }: Checkpoint): string =>
  canonical(['audit-checkpoint-v1', enterpriseId, number, link.toString('hex'), at.toISOString()]);

/** Signed when the entries of a segment go, for being older than they are kept. */
export const dropText = ({ enterpriseId, firstNumber, lastNumber }: Segment, droppedAt: Date): string =>
  canonical(['audit-drop-v1', enterpriseId, firstNumber, lastNumber, droppedAt.toISOString()]);

// RFC 8410: a private Ed25519 key of 32 octets in PKCS #8.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Keys of the installation, derived from its secret and kept out of the database: an intruder who writes to the database alone forges
 * nothing.
 */
export type AuditKeys = {
  mac: (entryHash: Buffer) => Buffer;
  isOwn: (entryHash: Buffer, mac: Buffer) => boolean;
  sign: (text: string) => Buffer;
  isSigned: (text: string, signature: Buffer) => boolean;
  /** The key with which others check signatures: PEM. */
  publicKey: string;
};

export function createAuditKeys(installationKey: Buffer): AuditKeys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', installationKey, '', use, 32));
  const macKey = derive('audit-mac');
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([pkcs8Head, derive('audit-signature')]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);
  const mac = (entryHash: Buffer) => createHmac('sha256', macKey).update(entryHash).digest();
  return {
    mac,
    isOwn: (entryHash, given) => given.length === 32 && timingSafeEqual(mac(entryHash), given),
    sign: (text) => sign(null, Buffer.from(text), privateKey),
    isSigned: (text, signature) => verify(null, Buffer.from(text), publicKey, signature),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}
