import type pg from 'pg';

export type ChatChange = { what: 'chat'; id: string; isWaiting: boolean; ownerId: string | null; rankAt: number; weight: number };
export type OfferChange = { what: 'offer'; id: string; chatId: string; userId: string; state: string; weight: number };
export type DeskChange = { what: 'desk'; id: string; isOnline: boolean; load: number; isStarting: boolean };
export type RoundChange = { what: 'round'; id: string; seen: string };
export type DecisionChange = { what: 'decision'; id: string; userId: string };
export type Change = ChatChange | OfferChange | DeskChange | RoundChange | DecisionChange;

/** Changes of one transaction. @property at milliseconds, of its commit */
export type Commit = { xid: bigint; at: number; changes: Change[] };

const toJson = {
  chats: `jsonb_build_object('what', 'chat', 'id', new.chat_id, 'isWaiting', new.handled_by = 'queue' and new.state = 0 and new.fit_key <> '',
    'ownerId', case when new.state in (1, 2) then new.owner_id end, 'rankAt', extract(epoch from new.rank_at) * 1e6, 'weight', new.weight)`,
  chat_offers: `jsonb_build_object('what', 'offer', 'id', new.offer_id, 'chatId', new.chat_id, 'userId', new.to_user_id, 'state', new.state,
    'weight', new.weight)`,
  agent_desks: `jsonb_build_object('what', 'desk', 'id', new.user_id, 'isOnline', new.status = 1, 'load', new.load,
    'isStarting', new.ramp_since is not null)`,
  route_rounds: `jsonb_build_object('what', 'round', 'id', new.round_no, 'seen', new.seen)`,
  route_decisions: `jsonb_build_object('what', 'decision', 'id', new.chat_id, 'userId', new.user_id)`,
};

/**
 * Copies every change of chats, offers, desks and rounds with its transaction, by triggers of the bench alone. The server must keep the times
 * of commits (`track_commit_timestamp`).
 */
export async function keepTrail(owner: pg.Client): Promise<void> {
  await owner.query('create table bench_trail (seq bigint generated always as identity, xid xid8, change jsonb)');
  for (const [table, json] of Object.entries(toJson))
    await owner.query(`
      create function bench_trail_${table}() returns trigger language plpgsql security definer as $$
      begin insert into bench_trail (xid, change) values (pg_current_xact_id(), ${json}); return null; end $$;
      create trigger bench_trail after insert or update on ${table} for each row execute function bench_trail_${table}()`);
  // The desks as they are before the first round.
  await owner.query('update agent_desks set turn = turn');
}

/** Returns what was committed, in the order of the commits. */
export async function readTrail(owner: pg.Client): Promise<Commit[]> {
  const { rows } = await owner.query<{ xid: string; at: number; changes: Change[] }>(
    `select t.xid::text, extract(epoch from pg_xact_commit_timestamp(t.xid::xid))::float8 * 1000 as at, jsonb_agg(t.change order by t.seq) as changes
     from bench_trail t group by t.xid order by pg_xact_commit_timestamp(t.xid::xid), min(t.seq)`,
  );
  return rows.map(({ xid, at, changes }) => ({ xid: BigInt(xid), at, changes }));
}
