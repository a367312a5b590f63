import type { PackageKind } from '@parley/contract';
import { canonical } from '#platform/audit/changes.ts';
import type { Read } from '#platform/db/database.ts';
import { accessDenied } from '#platform/http/domain-error.ts';
import { type Ctx, can } from '../../../context.ts';
import type { Packable, Packed } from '../../../packable.ts';
import { findNamedRefs } from '../../journey/door.ts';
import { withPaths } from '../package/package.make.ts';
import { kindOf, kindsOf, type OpenPackage } from '../package/package.open.ts';
import { contentOf } from '../package-file/package-file.ts';
import { inOrder, mapReferences, referencesIn } from '../package-file/references.ts';
import type { ItemRow } from './install.repository.ts';

export type FileItem = { path: string; kind: PackageKind; name: string; given: string; content: object };

/** Paths that an item names. */
export const namedBy = ({ content }: { content: object }): string[] => referencesIn(content).flatMap(({ id }) => (id === '' ? [] : [id]));

/** Items of a package, each behind those that it names. */
export function itemsOf({ manifest, parts }: OpenPackage): FileItem[] {
  const items = manifest.items.map(({ path, kind, name, sha256 }) => ({
    ...{ path, kind, name },
    given: sha256,
    content: contentOf(parts.get(path) ?? '{}'),
  }));
  return inOrder(items, namedBy) ?? items;
}

/** Records here by the paths that stand for them. */
export type Records = Map<string, string>;

/** Finds what this enterprise has by the names that items give to things outside of the package. */
export async function findOutside(tx: Read, enterpriseId: string, items: readonly { content: object }[]) {
  const outside = items.flatMap(({ content }) => referencesIn(content)).filter(({ id, name }) => id === '' && name !== '');
  return findNamedRefs(tx, enterpriseId, outside);
}
export type Outside = Awaited<ReturnType<typeof findOutside>>;

/** Content whose references name records of this enterprise; what it does not have stays named and open. */
export const withRecords = (content: object, records: ReadonlyMap<string, string>, outside: Outside): object =>
  mapReferences(content, (reference) => {
    const id = reference.id === '' ? outside.get(`${reference.ref} ${reference.name}`)?.id : records.get(reference.id);
    return { ...reference, id: id ?? '' };
  });

/** A thing of this enterprise as its package would have it. @returns undefined for one that is gone */
export async function packHere(
  ctx: Ctx,
  tx: Read,
  { kind, recordId }: { kind: PackageKind; recordId: string | null },
  records: ReadonlyMap<string, string>,
  kindByPath: ReadonlyMap<string, PackageKind>,
): Promise<Packed | undefined> {
  if (recordId === null) return undefined;
  const kinds = kindsOf(ctx);
  const packed = await kindOf(kinds, kind).pack(tx, ctx.enterpriseId, recordId);
  if (!packed) return undefined;
  const paths = new Map(
    [...records].map(([path, id]) => [`${kindByPath.has(path) ? kindOf(kinds, kindByPath.get(path) ?? '').ref : ''} ${id}`, path]),
  );
  return { ...packed, content: withPaths(packed.content, (ref, id) => paths.get(`${ref} ${id}`)) };
}

export const recordsOf = (rows: readonly Pick<ItemRow, 'path' | 'recordId'>[]): Records =>
  new Map(rows.flatMap(({ path, recordId }) => (recordId === null ? [] : [[path, recordId] as const])));
export const kindsByPath = (rows: readonly { path: string; kind: PackageKind }[]): Map<string, PackageKind> =>
  new Map(rows.map(({ path, kind }) => [path, kind]));

export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

export type Act = keyof Packable['rights'];
/** Permissions that the caller lacks to do this with such kinds, one for each. */
export function lackingFor(ctx: Ctx, kinds: Iterable<PackageKind>, act: Act): string[] {
  const rights = [...new Set(kinds)].map((kind) => kindOf(kindsOf(ctx), kind).rights[act]);
  return [...new Set(rights.flatMap((any) => (any.some((one) => can(ctx.actor, one)) ? [] : [any[0] ?? ''])))];
}

/** @throws DomainError 1403 that names what is lacking */
export function assertMay(ctx: Ctx, kinds: Iterable<PackageKind>, act: Act): void {
  for (const kind of new Set(kinds)) {
    const needed = kindOf(kindsOf(ctx), kind).rights[act];
    if (!needed.some((one) => can(ctx.actor, one))) throw accessDenied(needed);
  }
}
