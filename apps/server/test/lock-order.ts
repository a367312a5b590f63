import type pg from 'pg';

/**
 * The orders in which a transaction locks rows of tables: where money and runs meet (decision 0031), and where chats and their agents do
 * (decision 0067). The holder of a later one never waits for an earlier one, so none waits in a circle.
 */
const orders = [
  ['send_runs', 'activities', 'billing_accounts', 'wallet_grants'],
  ['chats', 'agent_desks'],
] as const;
type Table = (typeof orders)[number][number];
const tables = orders.flat();
/** Their rows are locked by a question before anything is written into them. */
const lockedFirst: readonly Table[] = ['chats'];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const known = new Map<string, readonly Table[]>();

/** The statement itself, without the questions inside of it. */
function withoutBrackets(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '');
  return shorter === text ? text : withoutBrackets(shorter);
}

/** The tables of which a statement locks rows that others may hold: what it inserts is nobody's yet. */
function lockedBy(text: string): readonly Table[] {
  const kept = known.get(text);
  if (kept) return kept;
  // Rows of a question inside of another one are read, not locked.
  const plain = text
    .replaceAll('"', '')
    .toLowerCase()
    .replaceAll(/\bexists \([^)]*\)/g, '');
  const isLocking = /\bfor (no key )?update\b/.test(plain) && !/\bskip locked\b/.test(plain);
  const outer = isLocking ? withoutBrackets(plain) : '';
  const found = tables.filter((table) => {
    const isOfChats = (orders[1] as readonly Table[]).includes(table);
    return (
      (!lockedFirst.includes(table) && new RegExp(`\\b(update|delete from) ${table}\\b`).test(plain)) ||
      (isLocking && new RegExp(`\\bselect\\b((?!\\bfrom\\b).)*\\bfrom ${table}\\b`, 's').test(isOfChats ? outer : plain))
    );
  });
  known.set(text, found);
  return found;
}

/** The locks of a transaction: the ids that its statements named, for each table. */
type Held = Map<Table, Set<string>>;

/**
 * Looks on at every statement of a pool.
 * @returns what was locked in another order, one line for each
 */
export function watchLockOrder(pool: pg.Pool): string[] {
  const found: string[] = [];
  const seen = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    let held: Held = new Map();
    let enterpriseId: unknown;
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (...args: unknown[]) => {
      const [first, second] = args;
      const config = first as { text?: string; values?: unknown[] };
      const text = typeof first === 'string' ? first : config.text;
      const values = (Array.isArray(second) ? second : config.values) ?? [];
      if (text === 'begin' || text === 'commit' || text === 'rollback') held = new Map();
      else if (text?.includes("set_config('app.enterprise_id'")) [enterpriseId] = values;
      else if (text !== undefined)
        note(
          held,
          text,
          values.flat().filter((value): value is string => typeof value === 'string' && uuid.test(value) && value !== enterpriseId),
          found,
        );
      return query(...args);
    };
    client.query = watched as typeof client.query;
  });
  return found;
}

function note(held: Held, text: string, ids: readonly string[], found: string[]): void {
  for (const table of lockedBy(text)) {
    const own = held.get(table);
    // A row that the transaction holds already is not waited for; an enterprise has one account.
    const isHeld = own !== undefined && (table === 'billing_accounts' || ids.some((id) => own.has(id)));
    const order: readonly Table[] = orders.find((one) => (one as readonly Table[]).includes(table)) ?? [];
    const later = order.slice(order.indexOf(table) + 1).filter((other) => held.has(other));
    if (!isHeld && later.length > 0) found.push(`${table} behind ${later.join(', ')}: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`);
    held.set(table, new Set([...(own ?? []), ...ids]));
  }
}
