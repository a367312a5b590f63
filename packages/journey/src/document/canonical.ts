import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Document } from './document.ts';

/** JSON with sorted keys (RFC 8785, for values that JSON.stringify writes alike): the same content, the same text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    .join()}}`;
}

/** Returns the content that decides how a stream runs: without the layout, and with nodes and edges in one order. */
export function contentOf({ layout: _, notes: __, ...document }: Document): Record<string, unknown> {
  const byKey = <T>(items: readonly T[], keyOf: (item: T) => string) => [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return {
    ...document,
    nodes: byKey(document.nodes, ({ id }) => id),
    edges: byKey(document.edges, ({ from, exit }) => `${from} ${exit}`),
  };
}

/** SHA-256 of what decides how a stream runs, in hex. A rehearsal is of one fingerprint. */
export const fingerprintOf = (document: Document): string => bytesToHex(sha256(utf8ToBytes(canonical(contentOf(document)))));
