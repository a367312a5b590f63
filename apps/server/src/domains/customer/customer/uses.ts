import type { Tx } from '#platform/db/database.ts';

/** What may be in use elsewhere, so that it is not deleted from under it. */
export type Used = { attributeId: string; fieldName: string } | { setId: string };
/** @returns the names of the users, in words for the screen */
export type FindUses = (tx: Tx, enterpriseId: string, used: Used) => Promise<string[]>;

const finders: FindUses[] = [];

/** For modules that hold on to attributes, groups or labels. */
export const reportUses = (find: FindUses): void => void finders.push(find);

export async function listUses(tx: Tx, enterpriseId: string, used: Used): Promise<string[]> {
  const found = await Promise.all(finders.map((find) => find(tx, enterpriseId, used)));
  return found.flat();
}
