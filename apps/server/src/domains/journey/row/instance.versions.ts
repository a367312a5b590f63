import { type AskedCalendar, type Compiled, type Document, refsOf } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import { calendarsOf, compileWith, readKnown, versionNotFound } from '../document/journey.compiled.ts';
import { findVersion, listNodeNumbers } from '../document/version.repository.ts';

/**
 * A version that is ready to run. Versions never change, so each process keeps those that it needs.
 * @property nodeNumbers of its own nodes, for the counts
 * @property channels others that its nodes send by
 * @property calendars those that its nodes wait for, or that its expressions name; null: that of the chat's department
 */
export type RunningVersion = {
  journeyId: string;
  version: number;
  name: string;
  compiled: Compiled;
  /** Versions of the streams and forms inside of it */
  pinned: Readonly<Record<string, number>>;
  nodeNumbers: ReadonlyMap<string, number>;
  channels: readonly string[];
  templates: readonly string[];
  calendars: readonly AskedCalendar[];
};
const mostBytes = 64 * 1024 ** 2;

const keyOf = (enterpriseId: string, journeyId: string, version: number) => `${enterpriseId} ${journeyId} ${version}`;

/** Versions in memory, those that were used last, up to 64 MB of documents. */
export class VersionCache {
  readonly #kept = new Map<string, { running: RunningVersion; bytes: number }>();
  #bytes = 0;

  async load(tx: Read, enterpriseId: string, journeyId: string, version: number): Promise<RunningVersion> {
    const key = keyOf(enterpriseId, journeyId, version);
    const held = this.#kept.get(key);
    if (held) {
      this.#kept.delete(key);
      this.#kept.set(key, held);
      return held.running;
    }
    const row = await findVersion(tx, enterpriseId, journeyId, version);
    if (!row) throw versionNotFound();
    const document = readKnown(row.document);
    const numbers = await listNodeNumbers(tx, enterpriseId, journeyId);
    const compiled = await compileWith(tx, enterpriseId, document, row.streams);
    const documents = [document, ...[...compiled.streams.values()].map((stream) => stream.document)];
    const running: RunningVersion = {
      journeyId,
      version,
      name: row.name,
      compiled,
      pinned: row.streams,
      nodeNumbers: new Map(numbers.map(({ nodeId, nodeNo }) => [nodeId, nodeNo])),
      channels: idsOf(documents, 'channel'),
      templates: idsOf(documents, 'template'),
      calendars: calendarsOf(documents),
    };
    this.#keep(key, running, JSON.stringify(documents).length);
    return running;
  }

  #keep(key: string, running: RunningVersion, bytes: number): void {
    this.#kept.set(key, { running, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: size }] of this.#kept) {
      if (this.#bytes <= mostBytes || oldest === key) break;
      this.#kept.delete(oldest);
      this.#bytes -= size;
    }
  }
}

/** Lists the ids of a kind that nodes of documents refer to; the channels that a stream is meant for are no part of its nodes. */
const idsOf = (documents: readonly Document[], kind: string): string[] => [
  ...new Set(documents.flatMap(refsOf).flatMap(({ ref, node, id }) => (ref === kind && node !== '' && id !== '' ? [id] : []))),
];
