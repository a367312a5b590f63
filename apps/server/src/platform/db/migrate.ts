import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import { applyFunctions } from './functions.ts';
import { applyReporting } from './reporting.ts';
import { ensureRole } from './role.ts';

const folder = path.join(import.meta.dirname, '../../../migrations');

/**
 * Applies the migrations that are missing, each in a transaction of its own, in the order of their names, then the functions and the views for reading that are new.
 * @returns the names of the migrations that were applied, [] when there was nothing to do
 */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrating]);
  try {
    await ensureRole(client);
    await client.query('create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())');
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    const missing = readdirSync(folder)
      .filter((name) => name.endsWith('.sql') && !done.has(name))
      .sort();
    for (const name of missing) {
      await client.query('begin');
      try {
        await client.query(readFileSync(path.join(folder, name), 'utf8'));
        await client.query('insert into migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed`, { cause: error });
      }
    }
    await applyFunctions(client);
    await applyReporting(client);
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migrating]);
  }
}
