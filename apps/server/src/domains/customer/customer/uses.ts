import type { Tx } from '#platform/db/database.ts';

/** An attribute, group or label that other records may refer to. What is in use is not deleted. */
export type Used = { attributeId: string; fieldName: string } | { setId: string };
/** One record that refers to it. */
export type Use = { kind: 'unfinished_import' | 'saved_mapping' | 'saved_filter'; name: string };
export type FindUses = (tx: Tx, enterpriseId: string, used: Used) => Promise<Use[]>;

const finders: FindUses[] = [];

/** For modules whose records refer to attributes, groups or labels. */
export const reportUses = (find: FindUses): void => void finders.push(find);

export async function listUses(tx: Tx, enterpriseId: string, used: Used): Promise<Use[]> {
  const found = await Promise.all(finders.map((find) => find(tx, enterpriseId, used)));
  return found.flat();
}

const words: Record<Use['kind'], string> = {
  unfinished_import: 'unfinished import',
  saved_mapping: 'saved mapping',
  saved_filter: 'saved filter',
};

/** The uses in words, for the message and the data of `…in_use`. */
export const nameUses = (uses: readonly Use[]): string[] => uses.map(({ kind, name }) => `${words[kind]} ${name}`);
