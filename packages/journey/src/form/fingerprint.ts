import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonical } from '../document/canonical.ts';
import type { FormDocument } from './document.ts';

/** SHA-256 of a form in hex: the same content, the same text. The name is no part of it. */
export const formFingerprintOf = ({ name: _, ...form }: FormDocument): string => bytesToHex(sha256(utf8ToBytes(canonical(form))));
