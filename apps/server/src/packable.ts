import type { PackageKind, Permission } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Ctx } from './context.ts';
import { defineExtensionPoint } from './extensions.ts';

/**
 * A thing as it lies in a package: JSON without its id and its name, without people, secrets and addresses. It names other things by
 * `{ ref, id, name }`, whose id is that of the enterprise while it is packed and installed, and a path of the package in between.
 */
export type Packed = { name: string; content: object };

/** Facts that a file's content tells of itself. @property steps lines for people who look before they install */
export type ReadItem = { languages: readonly string[]; steps: readonly string[]; tests: number };

/** @property channelIds channels that somebody chose for templates of their type */
export type Place = { channelIds: readonly string[] };

/** Permissions of which one is enough. */
type AnyOf = readonly Permission[];

/** A kind of thing that packages carry; the domain that owns it gives this part. Writers get a context whose transaction is the caller's. */
export type Packable = {
  kind: PackageKind;
  /** The kind of references by which documents name it; '' where none does */
  ref: string;
  rights: { view: AnyOf; create: AnyOf; edit: AnyOf; remove: AnyOf };
  /** Lists own things by name. */
  list: (tx: Read, enterpriseId: string, filter: { name: string; limit: number }) => Promise<{ id: string; name: string }[]>;
  /** @returns undefined for one in the bin, and for another enterprise's */
  pack: (tx: Read, enterpriseId: string, id: string) => Promise<Packed | undefined>;
  /** Reads content of a file, whose references name paths. @returns a fault in words, or what it is about */
  read: (given: unknown) => ReadItem | { fault: string };
  longestName: number;
  /** Type of the channel that it needs; undefined: it needs none */
  channelTypeOf?: (content: object) => number;
  /** Finds the own thing with this name. */
  findByName: (tx: Read, enterpriseId: string, packed: Packed) => Promise<{ id: string; name: string } | undefined>;
  freeName: (tx: Read, enterpriseId: string, packed: Packed) => Promise<string>;
  /** Makes a draft. @returns its id */
  create: (ctx: Ctx, tx: Tx, packed: Packed, place: Place) => Promise<string>;
  /** Gives a draft this content; its name stays. */
  change: (ctx: Ctx, tx: Tx, id: string, content: object) => Promise<void>;
  /** Moves it to the bin. @throws DomainError that names its uses */
  remove: (ctx: Ctx, id: string) => Promise<void>;
  /** Names what is live of it, or uses it live. */
  liveUses: (tx: Read, enterpriseId: string, id: string) => Promise<string[]>;
};

/** Extension point: kinds of things that packages carry. */
export const packables = defineExtensionPoint<Packable>('market.packable');

/** A writer's context inside of a transaction that is open already. */
export const inside = (ctx: Ctx, tx: Tx): Ctx => ({ ...ctx, transaction: (work) => work(tx), read: (work) => work(tx) });
