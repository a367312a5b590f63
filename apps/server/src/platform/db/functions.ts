import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

const folder = path.join(import.meta.dirname, '../../../functions');

/** @property owner the domain whose tables the function writes, or `platform` */
export type FunctionFile = { owner: string; name: string; text: string };

/** Reads the newest text of every function of the database, `functions/<owner>/<name>.sql`. */
export function readFunctions(): FunctionFile[] {
  return readdirSync(folder)
    .sort()
    .flatMap((owner) =>
      readdirSync(path.join(folder, owner))
        .sort()
        .map((file) => ({ owner, name: path.parse(file).name, text: readFileSync(path.join(folder, owner, file), 'utf8') })),
    );
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Puts the functions whose text is new into the database, all in one transaction, behind the migrations whose tables they need. A change of
 * a function therefore is a change of its file, without a migration; a change of its arguments or columns is a new function.
 * @returns their names, [] when there was nothing to do
 */
export async function applyFunctions(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>('select hash from function_texts');
  const known = new Set(rows.map(({ hash }) => hash));
  const changed = readFunctions().filter(({ text }) => !known.has(hashOf(text)));
  if (changed.length === 0) return [];
  await client.query('begin');
  try {
    // They call each other in any order; each is there when the transaction ends.
    await client.query('set local check_function_bodies = off');
    for (const { name, text } of changed) {
      await client.query(text);
      await client.query('insert into function_texts (name, hash) values ($1, $2)', [name, hashOf(text)]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error('The functions of the database could not be renewed', { cause: error });
  }
  return changed.map(({ name }) => name);
}
