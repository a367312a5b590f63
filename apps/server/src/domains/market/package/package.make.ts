import { createHash } from 'node:crypto';
import { type PackageIndustry, type PackageItem, type PackageKind, PackageManifest, packageKinds } from '@parley/contract';
import { looksLikeKey } from '@parley/journey';
import { canonical } from '#platform/audit/changes.ts';
import type { Read } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { type Ctx, can } from '../../../context.ts';
import type { Packable } from '../../../packable.ts';
import { readEnterpriseName } from '../../account/door.ts';
import { invalidFile, sha256Of } from '../package-file/package-file.ts';
import { mapReferences, referencesIn, textsIn } from '../package-file/references.ts';
import { signBytes } from '../package-file/signature.ts';
import { kindOf, kindsOf, type Market } from './package.open.ts';
import { lockMarket } from './package.repository.ts';
import { keepPackage } from './package.upload.ts';
import { ownKey } from './publisher.service.ts';

type Asked = {
  key: string;
  version: string;
  name: string;
  purpose: string;
  industry: PackageIndustry;
  licence: string;
  items: readonly { kind: PackageKind; id: string }[];
};
type PackedItem = { path: string; kind: PackageKind; id: string; name: string; content: object };

/** The same thing has the same path in every version, which says nothing of its id here. */
const pathOf = (key: string, { kind, id }: { kind: string; id: string }): string =>
  `items/${kind}-${createHash('sha256').update(`${key} ${id}`).digest('hex').slice(0, 16)}.json`;

/** Content whose references name paths of the package, and everything outside of it by name alone. */
export const withPaths = (content: object, pathFor: (ref: string, id: string) => string | undefined): object =>
  mapReferences(content, (reference) => ({ ...reference, id: reference.id === '' ? '' : (pathFor(reference.ref, reference.id) ?? '') }));

function assertMay({ actor }: Ctx, needed: Packable['rights']['view']): void {
  if (!needed.some((one) => can(actor, one))) throw accessDenied(needed);
}

/** @throws DomainError package.thing_not_found, or 1403 for a kind that the caller may not see */
async function packItems(ctx: Ctx, tx: Read, { key, items }: Asked): Promise<PackedItem[]> {
  const kinds = kindsOf(ctx);
  const asked = [...new Map(items.map((item) => [`${item.kind} ${item.id}`, item])).values()];
  const pathFor = new Map(asked.map((item) => [`${kindOf(kinds, item.kind).ref} ${item.id}`, pathOf(key, item)]));
  const packed: PackedItem[] = [];
  for (const item of asked) {
    const part = kindOf(kinds, item.kind);
    assertMay(ctx, part.rights.view);
    const found = await part.pack(tx, ctx.enterpriseId, item.id);
    if (!found) throw new DomainError('package.thing_not_found', 'One of these things is not there any more.', {});
    const content = withPaths(found.content, (ref, id) => pathFor.get(`${ref} ${id}`));
    packed.push({ path: pathOf(key, item), kind: item.kind, id: item.id, name: found.name, content });
  }
  return packed.sort((one, other) => packageKinds.indexOf(one.kind) - packageKinds.indexOf(other.kind) || (one.path < other.path ? -1 : 1));
}

/** A key in an address, or a name with its password before the host */
const keyInAddress = /[?&](?:api_?key|key|token|access_token|secret|password)=[^&{\s]{8,}|:\/\/[^/\s:@]+:[^/\s@]+@/i;
const holdsKey = (text: string): boolean => looksLikeKey(text) || keyInAddress.test(text);

/** @throws DomainError package.secret_in_text with each place */
function assertNoKeys(items: readonly Pick<PackedItem, 'name' | 'content'>[], own: { name: string; content: object }): void {
  const places = [own, ...items].flatMap(({ name, content }) =>
    textsIn(content).flatMap(({ at, text }) => (holdsKey(text) ? [{ name, at }] : [])),
  );
  if (places.length === 0) return;
  const told = places.slice(0, 20);
  const words = told.map(({ name, at }) => `${name} (${at})`).join(', ');
  throw new DomainError('package.secret_in_text', `A text looks like a key: ${words}.`, { places: told });
}

/** Lists what items name outside of the package, each once. */
const needsOf = (items: readonly PackedItem[]): PackageManifest['needs'] => {
  const outside = items.flatMap(({ content }) => referencesIn(content)).filter(({ id, name }) => id === '' && name !== '');
  return [...new Map(outside.map(({ ref, name }) => [`${ref} ${name}`, { kind: ref, name }])).values()].slice(0, 500);
};

/**
 * Makes a package of own things, and signs it by the enterprise's key.
 * @throws DomainError package.thing_not_found, package.secret_in_text, package.file_invalid where things name each other in a circle or cannot
 * be read, and as `keepPackage`
 */
export const makePackage = (ctx: Ctx, market: Market, asked: Asked): Promise<PackageItem> =>
  ctx.transaction(async (tx) => {
    await lockMarket(tx, ctx.enterpriseId);
    const kinds = kindsOf(ctx);
    const items = await packItems(ctx, tx, asked);
    assertNoKeys(items, { name: asked.name, content: { name: asked.name, purpose: asked.purpose, licence: asked.licence } });
    const read = items.map((item) => {
      const told = kindOf(kinds, item.kind).read(item.content);
      if ('fault' in told) throw invalidFile(`${item.name}: ${told.fault}`);
      return told;
    });
    const publisher = await readEnterpriseName(tx, ctx.enterpriseId);
    const parts = new Map(items.map(({ path, content }) => [path, canonical(content)]));
    const { key, version, name, purpose, industry, licence } = asked;
    const manifest = PackageManifest.parse({
      ...{ format: 'parley.package', formatVersion: 2, id: key, version, name: name.trim(), purpose, industry, licence, publisher },
      languages: [...new Set(read.flatMap(({ languages }) => languages))].slice(0, 30),
      items: items.map((item) => ({ path: item.path, kind: item.kind, name: item.name, sha256: sha256Of(parts.get(item.path) ?? '') })),
      permissions: [...new Set(items.map(({ kind }) => kindOf(kinds, kind).rights.create[0] ?? ''))],
      needs: needsOf(items),
      leastProduct: '0.1.0',
    });
    const manifestText = canonical(manifest);
    const { privateKey } = await ownKey(ctx, tx, market, publisher);
    const file = { manifest, manifestText, signature: signBytes(Buffer.from(manifestText), privateKey), parts };
    return keepPackage(ctx, tx, market, file, { isOwn: true, action: 'create' });
  });

const mostOwn = 200;
/** @throws DomainError 1403 for a kind that the caller may not see */
export async function listOwn(
  ctx: Ctx,
  { kind, name }: { kind: string; name: string },
): Promise<{ things: { id: string; name: string }[] }> {
  const part = kindOf(kindsOf(ctx), kind);
  assertMay(ctx, part.rights.view);
  return { things: await ctx.read((tx) => part.list(tx, ctx.enterpriseId, { name: name.trim(), limit: mostOwn })) };
}
