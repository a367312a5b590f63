import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Id of the filling that a turn opens, a UUID of version 8: the same turn taken twice opens the same one. */
export function fillingIdOf(instance: string, turn: number, node: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes(`${instance} ${turn} ${node}`)));
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
